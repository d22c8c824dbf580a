import type { Accounts, To } from "./rollup-sql.ts";

/** How long after a decline another payment can be its retry (decisions §6). */
const RETRY_WITHIN = "interval '7 days'";

/** Whether `y` was declined when `x` was made. A failed payment changed last when it failed. A debit on its way and a
 *  payment that fails late are no declines yet: without this, the answer would depend on when facts are rolled up. */
const isKnownTo = "y.updated_at <= x.created_at";

/** The latest declined payment before `x` that `x` may retry: same card or customer, same amount and currency. Both use
 *  a partial index of declined payments. Ordering by an expression keeps the planner from scanning all payments of the
 *  seven days in the order of `created_at`. */
const declinedBefore = (same: string, to: To) => `
      (select y.id, y.created_at from payments y
        where y.account_id = x.account_id and y.mode = x.mode and y.outcome = 'declined'
          and y.${same} = x.${same}${to("y")} and y.amount = x.amount and y.currency = x.currency
          and y.created_at >= x.created_at - ${RETRY_WITHIN}
          and (y.created_at, y.id) < (x.created_at, x.id) and ${isKnownTo}
        order by y.created_at + interval '0' desc, y.id desc limit 1)`;

const later = (row: string, than: string) =>
  `(${row}.created_at, ${row}.payment_id) > (${than}.created_at, ${than}.payment_id)`;
const LATEST_FIRST = "created_at desc, payment_id desc";

/** Whether there is such a row. Not `exists`, which the planner may turn into a scan of all retries. */
const isThere = (rows: string) => `coalesce((select true from ${rows} limit 1), false)`;

/** Whether a direct retry of the declined payment `id` succeeded. */
const paidBy = (to: To, accountId: string, id: string, also = "true") =>
  isThere(
    `payment_retries o where o.account_id = ${accountId} and o.retry_of = ${id} and o.recovered and ${also}${to("o")}`,
  );

/**
 * For a payment `p`, from the stored retries: `recovered` is 1 if it was declined and a later payment of its chain
 * succeeded; `paid` is 1 if a direct retry of it succeeded.
 */
export const currentRecovery = (to: To) => `
           (p.outcome = 'declined' and ${isThere(`payment_retries d, payment_retries o
             where d.account_id = p.account_id and d.payment_id = p.id and d.declined
               and o.account_id = d.account_id and o.chain = d.chain and o.recovered and ${later("o", "d")}${to("d")}${to("o")}`)})::int as recovered,
           (p.outcome = 'declined' and ${paidBy(to, "p.account_id", "p.id")})::int as paid`;

/** The last success of the chain `c`. */
const lastSuccess = (also: string, to: To) => `
        (select o.created_at, o.payment_id from payment_retries o
          where o.account_id = c.account_id and o.chain = c.chain and o.recovered and ${also}${to("o")}
          order by o.created_at desc, o.payment_id desc limit 1)`;

/** Declined payments of the chain of `e` that are not among these facts, from one success to a later one. */
const declinesBetween = (from: string, until: string, to: To) => `
      select d.payment_id from payment_retries d
       where d.account_id = e.account_id and d.chain = e.chain and d.declined
         and (d.created_at, d.payment_id) >= (coalesce(e.${from}_at, '-infinity'), coalesce(e.${from}_id, ''))
         and (d.created_at, d.payment_id) < (e.${until}_at, e.${until}_id)
         and d.payment_id <> all (e.tried)${to("d")}`;

/** Which payment each payment of the facts retried. It is decided once and then read from `payment_retries`. */
const triesSql = (to: To) => `
  attempts as (
    select account_id, mode, id, card_fingerprint, customer_id, amount, currency, created_at,
           coalesce(sum(weight) filter (where outcome = 'approved'), 0) as approved,
           coalesce(sum(weight) filter (where outcome = 'declined'), 0) as declined
      from known group by account_id, mode, id, card_fingerprint, customer_id, amount, currency, created_at
  ), tries as (
    select x.account_id, x.mode, x.id as payment_id, x.created_at, found.created_at as retried_at,
           coalesce(kept.retry_of, found.id) as retry_of, coalesce(kept.chain, parent.chain) as known_chain,
           x.approved + coalesce(kept.recovered, false)::int > 0 as recovered,
           x.declined + coalesce(kept.declined, false)::int > 0 as declined,
           coalesce(kept.declined, false) as was_declined
      from attempts x
      left join lateral (
        select retry_of, chain, recovered, declined from payment_retries o
         where o.account_id = x.account_id and o.payment_id = x.id${to("o")} limit 1) kept on true
      left join lateral (
        select id, created_at
          from (${declinedBefore("card_fingerprint", to)} union all ${declinedBefore("customer_id", to)}) y
         where kept.chain is null
         order by created_at desc, id desc limit 1) found on true
      left join lateral (
        select chain from payment_retries o
         where o.account_id = x.account_id and o.payment_id = found.id${to("o")} limit 1) parent on true
     where kept.chain is not null or found.id is not null
  )`;

/** The chain of each row of `tries`: the chain of the payment that it retried. A retried payment that is no retry itself
 *  starts a chain. */
const chainedSql = (tries: string) => `
    with recursive each_chained as (
      select t.*, coalesce(t.known_chain, t.retry_of) as chain from ${tries} t
       where t.known_chain is not null
          or (t.account_id, t.retry_of) not in (select account_id, payment_id from ${tries})
      union all
      select t.*, c.chain from each_chained c
        join ${tries} t on t.account_id = c.account_id and t.retry_of = c.payment_id
       where t.known_chain is null
    ) select * from each_chained`;

/** The payments that start new chains in `chained`. */
const CHAIN_STARTS = `
    select distinct on (account_id, chain) account_id, mode, chain as payment_id,
           retried_at as created_at, null as retry_of, chain, false as recovered, true as declined
      from chained where known_chain is null and retry_of = chain
     order by account_id, chain`;

/**
 * `links`: the rows of `payment_retries` for the payments of the facts, with the facts applied.
 * `recoveries`: how these facts change (1, 0 or -1) `recovered` (a later payment of the chain succeeded) and `paid` (a
 * direct retry succeeded) of declined payments. A declined payment is recovered if it precedes the last success of its
 * chain, so only payments between the last success without the facts and the last with them are read, however long the
 * chain is.
 */
export const retriesSql = (
  to: To,
) => `${triesSql(to)}, chained as (${chainedSql("tries")}), links as (
    select account_id, mode, payment_id, created_at, retry_of, chain, recovered, declined, was_declined
      from chained
    union all
    select *, false from (${CHAIN_STARTS}) starts
  ), chains as (
    select account_id, mode, chain, array_agg(payment_id) as tried, array_agg(created_at) as times,
           array_agg(declined) as declined, array_agg(was_declined) as was_declined,
           (array_agg(created_at order by ${LATEST_FIRST}) filter (where recovered))[1] as success_at,
           (array_agg(payment_id order by ${LATEST_FIRST}) filter (where recovered))[1] as success_id
      from links group by account_id, mode, chain
  ), ends as (
    select c.*, was.created_at as was_at, was.payment_id as was_id,
           now.created_at as now_at, now.payment_id as now_id
      from chains c
      left join lateral ${lastSuccess("true", to)} was on true
      left join lateral (
        select created_at, payment_id
          from (${lastSuccess("o.payment_id <> all (c.tried)", to)}
                union all select c.success_at, c.success_id where c.success_id is not null) s
         order by ${LATEST_FIRST} limit 1) now on true
  ), recoveries as (
    select * from (
      select e.account_id, e.mode, l.payment_id,
             coalesce(l.declined and (l.created_at, l.payment_id) < (e.now_at, e.now_id), false)::int
             - coalesce(l.was_declined and (l.created_at, l.payment_id) < (e.was_at, e.was_id), false)::int as recovered,
             0 as paid
        from ends e
       cross join unnest(e.tried, e.times, e.declined, e.was_declined) as l(payment_id, created_at, declined, was_declined)
      union all
      select e.account_id, e.mode, d.payment_id, 1, 0 from ends e cross join lateral (${declinesBetween("was", "now", to)}) d
      union all
      select e.account_id, e.mode, d.payment_id, -1, 0 from ends e cross join lateral (${declinesBetween("now", "was", to)}) d
      union all
      select l.account_id, l.mode, l.retry_of, 0,
             (l.recovered or ${paidBy(to, "l.account_id", "l.retry_of", "o.payment_id <> all (l.tried)")})::int
             - ${paidBy(to, "l.account_id", "l.retry_of")}::int
        from (
          select account_id, mode, retry_of, bool_or(recovered) as recovered, array_agg(payment_id) as tried
            from links where retry_of is not null group by account_id, mode, retry_of) l) each
     where recovered <> 0 or paid <> 0
  )`;

const KEPT = "account_id, mode, payment_id, created_at, retry_of, chain, recovered, declined";

export const keepSql = (links: string) => `
    insert into payment_retries (${KEPT}) select ${KEPT} from ${links}
        on conflict (account_id, payment_id) do update
       set recovered = excluded.recovered, declined = excluded.declined
     where (payment_retries.recovered, payment_retries.declined) <> (excluded.recovered, excluded.declined)`;

/** Writes `links`. */
export const KEEP_RETRIES = `,
  kept_retries as (${keepSql("links")}
  )`;

/** The recoveries of all stored retries of some accounts. */
export const allRecoveriesSql = ({ whose }: Accounts) => `
  recoveries as (
    select account_id, payment_id, 1 as recovered, 0 as paid
      from (select account_id, payment_id, declined,
                   count(*) filter (where recovered)
                     over (partition by account_id, chain order by ${LATEST_FIRST}) as successes
              from payment_retries r where ${whose("r")}) each
     where declined and successes > 0
    union all
    select distinct account_id, retry_of, 0, 1 from payment_retries r
     where recovered and retry_of is not null and ${whose("r")}
  )`;

/** All pairs of a declined payment `y` and a later payment that may have retried it. */
const triesAgain = (same: string, { whose, to }: Accounts) => `
      select x.account_id, x.mode, x.id as payment_id, x.created_at, y.id as retry_of, y.created_at as retried_at
        from payments y
        join payments x on x.account_id = y.account_id and x.mode = y.mode and x.${same} = y.${same}
         and x.amount = y.amount and x.currency = y.currency
         and x.created_at <= y.created_at + ${RETRY_WITHIN}
         and (x.created_at, x.id) > (y.created_at, y.id) and ${isKnownTo}${to("x")}
       where y.outcome = 'declined' and x.outcome is not null and ${whose("y")}`;

/**
 * Finds the retries of all payments of some accounts in one statement, with the result that `links` computes one by one. $1 is
 * the transaction id below which facts count.
 */
export const keepAllRetriesSql = (of: Accounts) => `
  insert into payment_retries (${KEPT})
  with tried as materialized (
    select distinct on (account_id, payment_id) *, null::text as known_chain
      from (${triesAgain("card_fingerprint", of)} union all ${triesAgain("customer_id", of)}) pairs
     order by account_id, payment_id, retried_at desc, retry_of desc
  ), chained as materialized (${chainedSql("tried")}
  ), attempts as (
    select account_id, payment_id, coalesce(sum(weight) filter (where outcome = 'approved'), 0) as approved,
           coalesce(sum(weight) filter (where outcome = 'declined'), 0) as declined
      from payment_outcomes f
     where f.tx_id < $1::xid8 and ${of.whose("f")}
       and (f.account_id, f.payment_id) in (select account_id, payment_id from tried)
     group by account_id, payment_id
  )
  select account_id, mode, payment_id, created_at, retry_of, chain,
         coalesce(approved > 0, false), coalesce(declined > 0, false)
    from chained left join attempts using (account_id, payment_id)
  union all
  select * from (${CHAIN_STARTS}) starts`;
