import { AMOUNT_BANDS } from "#lib/kernel/money.ts";
import type { RollupSql } from "./rollup-sql.ts";
import { OUTCOME_DIMENSIONS, type OutcomeDimension } from "./types.ts";

/** How long after a refusal another payment may be another try (decisions §6). */
const RETRY_WITHIN = "interval '7 days'";

const bands = AMOUNT_BANDS.slice(1).map(
  (from, i) => `when p.amount < ${from} then '${AMOUNT_BANDS[i]}'`,
);

/** Of a payment `p` and an outcome of it. What depends on the outcome is null where it says nothing. */
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

/** Of a row with `outcome`, `weight`, `amount` and `recovered`: what it adds to each measure, once, and not
 *  for each of the sums that it is in. */
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
  recovered_amount: "nullif(c.recovered * c.amount, 0)",
};

const measured = (rows: string) => `
    select c.account_id, c.mode, c.currency, c.created_at, c.own, ${OUTCOME_DIMENSIONS.join(", ")},
           ${Object.entries(MEASURED)
             .map(([name, sql]) => `${sql} as ${name}`)
             .join(",\n           ")}
      from (${rows}) c`;

/** The latest refused payment before `x` that it may have tried again: same card or customer, same
 *  amount and currency. Each half is found in an index that holds refused payments only; ordered by the
 *  bare column, it would be sought by walking back through all payments of the seven days. */
const refusedBefore = (same: string) => `
      (select y.id, y.created_at from payments y
        where y.account_id = x.account_id and y.mode = x.mode and y.outcome = 'declined'
          and y.${same} = x.${same} and y.amount = x.amount and y.currency = x.currency
          and y.created_at >= x.created_at - ${RETRY_WITHIN}
          and (y.created_at, y.id) < (x.created_at, x.id)
        order by y.created_at + interval '0' desc, y.id desc limit 1)`;

/** Whether there is such a retry `o`. Not `exists`: that may be answered by reading all retries there are. */
const oneOf = (which: string) =>
  `coalesce((select true from payment_retries o where ${which} limit 1), false)`;
const RECOVERED_BY = (link: string) =>
  `o.account_id = ${link}.account_id and o.retry_of = ${link}.retry_of and o.recovered`;

/**
 * `links`: which refused payment each payment of the facts had tried again, and whether it succeeded.
 * `recoveries`: by how much (1 or -1) these facts change whether a refused payment was made up for.
 * What a payment tried again is decided once and then stands in `payment_retries`: there only one that
 * takes an outcome back can be.
 */
const RETRIES = `
  attempts as (
    select account_id, mode, id, card_fingerprint, customer_id, amount, currency, created_at,
           sum(weight) filter (where outcome = 'approved') as approved, bool_or(weight < 0) as again
      from known group by account_id, mode, id, card_fingerprint, customer_id, amount, currency, created_at
  ), links as (
    select x.account_id, x.mode, x.id as payment_id, coalesce(kept.retry_of, found.id) as retry_of,
           coalesce(x.approved, 0) + coalesce(kept.recovered, false)::int > 0 as recovered
      from attempts x
      left join lateral (
        select retry_of, recovered from payment_retries o
         where x.again and o.account_id = x.account_id and o.payment_id = x.id limit 1) kept on true
      left join lateral (
        select id from (${refusedBefore("card_fingerprint")} union all ${refusedBefore("customer_id")}) y
         where kept.retry_of is null
         order by created_at desc, id desc limit 1) found on true
     where coalesce(kept.retry_of, found.id) is not null
  ), recoveries as (
    select account_id, mode, retry_of, after::int - before::int as change
      from (
        select l.account_id, l.mode, l.retry_of,
               l.recovered or ${oneOf(`${RECOVERED_BY("l")} and o.payment_id <> all (l.tried)`)} as after,
               ${oneOf(RECOVERED_BY("l"))} as before
          from (
            select account_id, mode, retry_of, bool_or(recovered) as recovered, array_agg(payment_id) as tried
              from links group by account_id, mode, retry_of) l) each
     where after <> before
  )`;

const dimensioned = (rows: string, outcome: string) => `
    select p.account_id, p.mode, p.currency, p.created_at, ${rows},
           ${dimensionsOf(outcome)}, p.amount`;

const FACTS_OF_PAYMENTS = `
  ${dimensioned("true as own, f.outcome, f.weight::int as weight, 0 as recovered", "f.outcome")}
      from facts f join payments p on p.account_id = f.account_id and p.id = f.payment_id`;

const FACT_ROWS = `
  ${dimensioned("true as own, p.outcome, p.weight, 0 as recovered", "p.outcome")}
      from known p`;

const RECOVERY_ROWS = `
  ${dimensioned("false as own, null as outcome, 0 as weight, y.change as recovered", "'declined'")}
      from recoveries y join payments p on p.account_id = y.account_id and p.id = y.retry_of`;

const factsOf = (which: string) => `
  facts as materialized (
    select f.account_id, f.payment_id, f.outcome, f.weight from payment_outcomes f where ${which}
  )`;

/** `known`: the facts with their payments, which are looked up once. */
const KNOWN = `
  known as materialized (
    select f.outcome, f.weight::int as weight, p.account_id, p.mode, p.id, p.currency, p.created_at, p.amount,
           p.card_fingerprint, p.customer_id, p.decline_code, p.advice_code, p.method, p.card_brand,
           p.card_country, p.card_issuer, p.card_bin, p.card_funding, p.sca, p.exemption_outcome
      from facts f join payments p on p.account_id = f.account_id and p.id = f.payment_id
  )`;

/** Pairs of a refused payment `y` and a later one that may have tried it again, of all there are. */
const triesAgain = (same: string) => `
      select x.account_id, x.mode, x.id as payment_id, y.id as retry_of, y.created_at
        from payments y
        join payments x on x.account_id = y.account_id and x.mode = y.mode and x.${same} = y.${same}
         and x.amount = y.amount and x.currency = y.currency
         and x.created_at <= y.created_at + ${RETRY_WITHIN}
         and (x.created_at, x.id) > (y.created_at, y.id)
       where y.outcome = 'declined' and ($2::text is null or y.account_id = $2)`;

/**
 * Decides of all payments at once what they had tried again: what `links` decides one by one. $1 the
 * transaction below which facts count, $2 the account, or null for all.
 */
export const KEEP_ALL_RETRIES = `
  insert into payment_retries (account_id, mode, payment_id, retry_of, recovered)
  with tried as (
    select distinct on (account_id, payment_id) account_id, mode, payment_id, retry_of
      from (${triesAgain("card_fingerprint")} union all ${triesAgain("customer_id")}) pairs
     order by account_id, payment_id, created_at desc, retry_of desc
  ), attempts as (
    select account_id, payment_id, coalesce(sum(weight) filter (where outcome = 'approved'), 0) as approved
      from payment_outcomes f
     where f.tx_id < $1::xid8 and ($2::text is null or f.account_id = $2)
       and (f.account_id, f.payment_id) in (select account_id, payment_id from tried)
     group by account_id, payment_id
  )
  select account_id, mode, payment_id, retry_of, approved > 0
    from tried join attempts using (account_id, payment_id)`;

/** Outcomes of payments, by the payment's creation; a recovery belongs to the payment that was refused. */
export const OUTCOMES: RollupSql = {
  name: "outcomes",
  table: "outcome_rollups",
  kinds: "outcome_kinds",
  kindSums: "outcome_kind_sums",
  facts: "payment_outcomes",
  source: "payments",
  dimensions: OUTCOME_DIMENSIONS,
  measures: Object.keys(MEASURED).map((column) => [column, "sum"] as const),
  size: "approved + declined + authentication_failed + abandoned",
  changesOf: (which) => `${factsOf(which)}, ${KNOWN}, ${RETRIES},
  changes as (${measured(`${FACT_ROWS} union all ${RECOVERY_ROWS}`)})`,
  ownChangesOf: (which) => `${factsOf(which)}, changes as (${measured(FACTS_OF_PAYMENTS)})`,
  corrections: `
  recoveries as (
    select distinct account_id, retry_of, 1 as change from payment_retries
     where recovered and ($1::text is null or account_id = $1)
  ), changes as (${measured(RECOVERY_ROWS)})`,
  standing: (which) =>
    measured(`
  ${dimensioned(
    `true as own, p.outcome, 1 as weight,
           (p.outcome = 'declined' and ${oneOf(
             "o.account_id = p.account_id and o.retry_of = p.id and o.recovered",
           )})::int as recovered`,
    "p.outcome",
  )}
      from payments p
     where p.outcome is not null and ${which("p")}`),
};
