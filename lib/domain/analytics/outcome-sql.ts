import { AMOUNT_BANDS } from "#lib/kernel/money.ts";
import { allRecoveriesSql, currentRecovery, retriesSql } from "./retries-sql.ts";
import type { RollupSql, To } from "./rollup-sql.ts";
import { OUTCOME_DIMENSIONS, type OutcomeDimension } from "./types.ts";

const bands = AMOUNT_BANDS.slice(1).map(
  (from, i) => `when p.amount < ${from} then '${AMOUNT_BANDS[i]}'`,
);

/** Dimension expressions over a payment `p` with an outcome. Those that depend on the outcome are null where it has no
 *  such value. */
function dimensionsOf(outcome: string): string {
  const sql: Record<OutcomeDimension, string> = {
    reason: `case when ${outcome} in ('declined', 'authentication_failed') then coalesce(p.decline_code, 'unknown') end`,
    decline_kind: `case when ${outcome} = 'declined' then
        case p.advice_code when 'do_not_try_again' then 'hard' when 'confirm_card_data' then 'data' else 'soft' end end`,
    method: "p.method",
    scheme: "coalesce(p.card_brand, '')",
    issuer_country: "coalesce(p.card_country, '')",
    issuer: "coalesce(p.card_issuer, '')",
    bin: "coalesce(p.card_bin, '')",
    funding: "coalesce(p.card_funding, '')",
    sca: "coalesce(p.sca, '')",
    exemption_outcome: "coalesce(p.exemption_outcome, '')",
    amount_band: `case ${bands.join(" ")} else '${AMOUNT_BANDS.at(-1)}' end`,
  };
  return OUTCOME_DIMENSIONS.map((name) => `${sql[name]} as ${name}`).join(",\n           ");
}

const counted = (condition: string) => `case when ${condition} then c.weight end`;
const amounts = (condition: string) => `case when ${condition} then c.weight * c.amount end`;
const SOFT = "c.outcome = 'declined' and c.decline_kind = 'soft'";

/**
 * Values that a row with `outcome`, `weight`, `amount`, `recovered` and `paid` adds to each measure, computed once per row
 * and not once per sum. `recovered` counts every declined payment of a retry chain that ended in success.
 * `recovered_amount` counts the amount of a success once, at the declined payment that it retried directly: an amount
 * that was tried three times and then paid is one recovered sale.
 */
const MEASURED = {
  approved: counted("c.outcome = 'approved'"),
  declined: counted("c.outcome = 'declined'"),
  soft_declined: counted(SOFT),
  authentication_failed: counted("c.outcome = 'authentication_failed'"),
  abandoned: counted("c.outcome = 'abandoned'"),
  recovered: "nullif(c.recovered, 0)",
  approved_amount: amounts("c.outcome = 'approved'"),
  declined_amount: amounts("c.outcome = 'declined'"),
  soft_declined_amount: amounts(SOFT),
  recovered_amount: "nullif(c.paid * c.amount, 0)",
};

const measured = (rows: string) => `
    select c.account_id, c.mode, c.currency, c.created_at, c.own, ${OUTCOME_DIMENSIONS.join(", ")},
           ${Object.entries(MEASURED)
             .map(([name, sql]) => `${sql} as ${name}`)
             .join(",\n           ")}
      from (${rows}) c`;

const dimensioned = (rows: string, outcome: string) => `
    select p.account_id, p.mode, p.currency, p.created_at, ${rows},
           ${dimensionsOf(outcome)}, p.amount`;

const factsOfPayments = (to: To) => `
  ${dimensioned("true as own, f.outcome, f.weight::int as weight, 0 as recovered, 0 as paid", "f.outcome")}
      from facts f join payments p on p.account_id = f.account_id and p.id = f.payment_id${to("p")}`;

const FACT_ROWS = `
  ${dimensioned("true as own, p.outcome, p.weight, 0 as recovered, 0 as paid", "p.outcome")}
      from known p`;

const recoveryRows = (to: To) => `
  ${dimensioned("false as own, null as outcome, 0 as weight, y.recovered, y.paid", "'declined'")}
      from recoveries y join payments p on p.account_id = y.account_id and p.id = y.payment_id${to("p")}`;

const factsOf = (which: string) => `
  facts as materialized (
    select f.account_id, f.payment_id, f.outcome, f.weight from payment_outcomes f where ${which}
  )`;

/** `known`: the facts joined with their payments, which are looked up once. */
const knownSql = (to: To) => `
  known as materialized (
    select f.outcome, f.weight::int as weight, p.account_id, p.mode, p.id, p.currency, p.created_at, p.amount,
           p.card_fingerprint, p.customer_id, p.decline_code, p.advice_code, p.method, p.card_brand,
           p.card_country, p.card_issuer, p.card_bin, p.card_funding, p.sca, p.exemption_outcome
      from facts f join payments p on p.account_id = f.account_id and p.id = f.payment_id${to("p")}
  )`;

/** The common table expressions of the facts `f` selected by `which`, joined with their payments (`known`). */
export const outcomesKnown = (which: string, to: To) => `${factsOf(which)}, ${knownSql(to)}`;

const INSTRUMENT: readonly OutcomeDimension[] = ["method", "scheme", "funding"];
const SCA: readonly OutcomeDimension[] = ["sca", "exemption_outcome"];

/** Without the reasons of declines, issuers and BINs: each is met by a part of the payments whose kinds are read fast
 *  enough, and would multiply the sums. */
const PAIRS = [
  INSTRUMENT,
  [...INSTRUMENT, "issuer_country"],
  [...INSTRUMENT, ...SCA],
  [...INSTRUMENT, "amount_band"],
  ["issuer_country", ...SCA],
  ["issuer_country", "amount_band"],
  [...SCA, "amount_band"],
];

/** Outcomes of payments, by the payment's creation time; a recovery counts at the declined payment. */
export const OUTCOMES: RollupSql = {
  name: "outcomes",
  table: "outcome_rollups",
  kinds: "outcome_kinds",
  kindSums: "outcome_kind_sums",
  pairs: PAIRS,
  pairTable: "outcome_pairs",
  pairSums: "outcome_pair_sums",
  facts: "payment_outcomes",
  source: "payments",
  dimensions: OUTCOME_DIMENSIONS,
  measures: Object.keys(MEASURED).map((column) => [column, "sum"] as const),
  size: "approved + declined + authentication_failed + abandoned",
  changesOf: (which, to) => `${outcomesKnown(which, to)}, ${retriesSql(to)},
  changes as (${measured(`${FACT_ROWS} union all ${recoveryRows(to)}`)})`,
  ownChangesOf: (which, to) => `${factsOf(which)}, changes as (${measured(factsOfPayments(to))})`,
  corrections: (of) => `${allRecoveriesSql(of)}, changes as (${measured(recoveryRows(of.to))})`,
  current: (which, to) =>
    measured(`
  ${dimensioned(`true as own, p.outcome, 1 as weight, ${currentRecovery(to)}`, "p.outcome")}
      from payments p
     where p.outcome is not null and ${which("p")}`),
};
