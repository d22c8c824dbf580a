import type { RollupSql, To } from "./rollup-sql.ts";
import { COST_DIMENSIONS, type CostDimension } from "./types.ts";

/** Expressions over a balance transaction `f` and its payment `p`, which may be missing. */
export const COST_COLUMNS: Record<CostDimension, string> = {
  method: "coalesce(p.method, '')",
  region: "coalesce(f.region, '')",
  card_product: "coalesce(f.card_product, '')",
  scheme: "coalesce(p.card_brand, '')",
  funding: "coalesce(p.card_funding, '')",
  consumer_or_commercial: "coalesce(f.consumer_or_commercial, '')",
  issuer_country: "coalesce(p.card_country, '')",
};

const PARTS = ["amount", "interchange", "scheme_fee", "markup", "commission"];

const charges = (which: string, to: To) => `
    select f.account_id, f.mode, f.currency, f.created_at, true as own,
           ${COST_DIMENSIONS.map((name) => `${COST_COLUMNS[name]} as ${name}`).join(",\n           ")},
           1 as charges, ${PARTS.map((part) => `f.${part}`).join(", ")}, f.fee as max_fee
      from balance_transactions f
      left join payments p on p.account_id = f.account_id and p.id = f.payment_id${to("p")}
     where f.type = 'charge' and ${which}`;

const INSTRUMENT: readonly CostDimension[] = ["method", "scheme", "funding"];
const PLACE: readonly CostDimension[] = ["region", "issuer_country"];
const CARD: readonly CostDimension[] = ["card_product", "consumer_or_commercial"];

/** Costs of charges, by the time they were booked. */
export const COSTS: RollupSql = {
  name: "costs",
  table: "cost_rollups",
  kinds: "cost_kinds",
  kindSums: "cost_kind_sums",
  pairs: [INSTRUMENT, [...INSTRUMENT, ...PLACE], [...INSTRUMENT, ...CARD], [...PLACE, ...CARD]],
  pairTable: "cost_pairs",
  pairSums: "cost_pair_sums",
  facts: "balance_transactions",
  source: "balance_transactions",
  dimensions: COST_DIMENSIONS,
  // Charges are never deleted, so the maximum fee only grows.
  measures: [
    ["charges", "sum"],
    ...PARTS.map((part) => [part, "sum"] as const),
    ["max_fee", "max"],
  ],
  size: "charges",
  changesOf: (which, to) => `changes as (${charges(which, to)})`,
  ownChangesOf: (which, to) => `changes as materialized (${charges(which, to)})`,
  corrections: null,
  current: (which, to) => charges(which("f"), to),
};
