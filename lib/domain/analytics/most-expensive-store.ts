import { snapshot } from "#db/prepared.ts";
import type { Context } from "#lib/kernel/context.ts";
import { COST_COLUMNS } from "./cost-sql.ts";
import { rolledToSql } from "./rollup-sql.ts";
import { GRAINS, splitRange } from "./split-range.ts";
import { type AnalyticsQuery, COST_DIMENSIONS, type CostDimension } from "./types.ts";

/** A charge with its costs and the basis of its interchange. */
export type ExpensiveCharge = {
  id: string;
  paymentId: string;
  bookedAt: Date;
  currency: string;
  amountMinor: bigint;
  feeMinor: bigint;
  interchangeMinor: bigint;
  region: string | null;
  cardProduct: string | null;
  consumerOrCommercial: string | null;
  interchangeRateBp: number | null;
  method: string | null;
  cardBrand: string | null;
  cardLast4: string | null;
  cardCountry: string | null;
};

const FIRST_FILTER = 14;
const meets = (column: (name: CostDimension) => string) =>
  COST_DIMENSIONS.map((name, i) => {
    const values = `$${FIRST_FILTER + i}::text[]`;
    return `(${values} is null or ${column(name)} = any (${values}))`;
  }).join("\n       and ");

const CHARGE = `
    select f.id, f.payment_id as "paymentId", f.created_at as "bookedAt", f.currency,
           f.amount as "amountMinor", f.fee as "feeMinor", f.interchange as "interchangeMinor",
           f.region, f.card_product as "cardProduct",
           f.consumer_or_commercial as "consumerOrCommercial",
           f.interchange_rate_bp as "interchangeRateBp", p.method, p.card_brand as "cardBrand",
           p.card_last4 as "cardLast4", p.card_country as "cardCountry"
      from balance_transactions f
      left join payments p on p.account_id = f.account_id and p.id = f.payment_id
     where f.type = 'charge' and f.account_id = $1 and f.mode = $2 and f.currency = $3
       and f.created_at >= $4 and f.created_at < $5 and ${meets((name) => COST_COLUMNS[name])}`;

/** The whole hours with the highest fees, from the rollup: for one value ($8) of one dimension ($7). */
const HOURS_OF_ONE = `
    select bucket from cost_rollups
     where account_id = $1 and mode = $2 and currency = $3 and dimension = $7 and value = $8
       and grain = ${GRAINS.hour} and bucket >= $9 and bucket < $10
     order by max_fee desc, bucket desc limit $6`;

/** The same from the kinds that match all filters. An hour can be among the highest only if its day is, so that only the
 *  quarters of these days are read, one lookup a day and kind, and of the days at the ends. $7 and $8 are unused but must appear. */
const HOURS_OF_KINDS = `
    with kinds as materialized (
      select k.key, $7::text, $8::text from cost_kinds k
       where k.account_id = $1 and k.mode = $2 and k.currency = $3
         and ${meets((name) => `k.${name}`)}
    ), days as materialized (
      select day from (values (date_trunc('day', $9::timestamptz, 'UTC')), (date_trunc('day', $10::timestamptz, 'UTC'))) ends(day)
      union
      (select t.bucket from kinds k
         join cost_kind_sums t on t.kind = k.key and t.grain = ${GRAINS.day} and t.bucket >= $9 and t.bucket < $10
        group by 1 order by max(t.max_fee) desc, 1 desc limit $6)
    )
    select date_trunc('hour', t.bucket, 'UTC') as bucket
      from days cross join kinds k
     cross join lateral (
       select bucket, max_fee from cost_kind_sums
        where kind = k.key and grain = ${GRAINS.quarter}
          and bucket >= greatest(day, $9) and bucket < least(day + interval '24 hours', $10)
       offset 0) t
     group by 1
     order by max(t.max_fee) desc, 1 desc limit $6`;

/**
 * The charges with the $6 highest fees of a range. A whole hour can contain one only if its highest fee is among the $6
 * highest of all hours, so only these hours are searched, plus the edges ($11, $12) and the facts not rolled up yet.
 */
const mostExpensiveSql = (hours: string) => `
  with hours as (${hours}
  ), spans as (
    select bucket as from_at, bucket + interval '1 hour' as to_at from hours
    union all select * from unnest($11::timestamptz[], $12::timestamptz[])
  ), found as (
    select c.* from spans s cross join lateral (${CHARGE}
       and f.created_at >= s.from_at and f.created_at < s.to_at
     order by f.fee desc, f.created_at desc, f.id limit $6) c
    union
    (${CHARGE} and f.tx_id >= $13::xid8 order by f.fee desc, f.created_at desc, f.id limit $6)
  )
  select * from found order by "feeMinor" desc, "bookedAt" desc, id limit $6`;

/** The most expensive charges of a range, highest fee first. Takes no lock. */
export function listMostExpensive(
  ctx: Context,
  query: Omit<AnalyticsQuery<CostDimension>, "interval" | "zone">,
  limit: number,
): Promise<ExpensiveCharge[]> {
  const { from, to, currency, filters } = query;
  const named = COST_DIMENSIONS.filter((name) => filters[name]);
  // The rollup holds the highest fee per single value only.
  const isOfOne = named.length === 0 || (named.length === 1 && filters[named[0]!]?.length === 1);
  const [name, text] = isOfOne
    ? ["analytics.most_expensive", mostExpensiveSql(HOURS_OF_ONE)]
    : ["analytics.most_expensive_narrowed", mostExpensiveSql(HOURS_OF_KINDS)];
  const { whole, rest } = splitRange({ from, to });
  return snapshot({ plans: "anew" }, async (run) => {
    const [rolledTo] = await run<{ at: string }>(
      "analytics.rolled_costs",
      rolledToSql("costs"),
      [],
    );
    return await run<ExpensiveCharge>(name, text, [
      ctx.accountId,
      ctx.mode,
      currency,
      from,
      to,
      limit,
      named[0] ?? "all",
      (named[0] && filters[named[0]]?.[0]) ?? "",
      whole?.from ?? from,
      whole?.to ?? from,
      rest.map((edge) => edge.from),
      rest.map((edge) => edge.to),
      rolledTo!.at,
      ...COST_DIMENSIONS.map((name) => filters[name] ?? null),
    ]);
  });
}
