import { outcomesKnown } from "./outcome-sql.ts";
import { retriesSql } from "./retries-sql.ts";
import { notRolled, rolledSql, rolledToSql, toAccount } from "./rollup-sql.ts";

/**
 * Retries as figures count them: `payment_retries` holds those of rolled facts, and this common table expression
 * (`fresh_retries`, with what it needs before it) those of the facts after them, from the same snapshot. `account` and
 * `mode` are SQL expressions.
 */
export const freshRetriesSql = (account: string, mode: string) => `
  ${rolledSql("outcomes")}, ${outcomesKnown(notRolled(account, mode), toAccount(account))},
  ${retriesSql(toAccount(account))},
  fresh_retries as materialized (
    select payment_id, created_at, retry_of, chain, recovered, declined from links
  )`;

/**
 * Whether a fact that is not rolled up approves a later payment of the same card, amount and currency as `p`. `since` is the
 * statement whose result is the parameter `rolledTo`: as a value it tells the planner that these facts are few. All parameters
 * are SQL expressions.
 */
export const freshSuccess = (account: string, mode: string, rolledTo: string) => ({
  since: rolledToSql("outcomes"),
  holds: `exists (
    select 1 from payment_outcomes f
      join payments y on y.account_id = ${account} and y.id = f.payment_id
     where f.account_id = ${account} and f.mode = ${mode} and f.tx_id >= ${rolledTo}::xid8
       and f.outcome = 'approved' and f.weight > 0 and y.status in ('succeeded', 'requires_capture')
       and y.card_fingerprint = p.card_fingerprint and y.amount = p.amount and y.currency = p.currency
       and (y.created_at, y.id) > (p.created_at, p.id))`,
});

const KEPT = "account_id, payment_id, created_at, retry_of, chain, recovered, declined";

/** The retry of payment `p`: fresh, or else stored. */
const retryOf = (columns: string, account: string) => `(
      select ${columns} from fresh_retries f where f.payment_id = p.id
      union all
      select ${columns} from (select ${KEPT} from payment_retries r
        where r.account_id = ${account} and r.payment_id = p.id
          and not exists (select 1 from fresh_retries f where f.payment_id = r.payment_id)) f)`;

/** The declined payment that `p` retried, or null. `account` is an SQL expression: Citus does not derive it from `p`. */
export const retryOfSql = (account: string) =>
  `(select d.retry_of from ${retryOf("f.retry_of", account)} d limit 1)`;

/** The retry chain of `p`: its first payment, or null if nothing of it was retried. */
export const chainOfSql = (account: string) =>
  `(select d.chain from ${retryOf("f.chain", account)} d limit 1)`;

/** The first success of the retry chain of the declined payment `p` after it, or null: one lookup in the index of successes
 *  per chain, and one in the fresh ones. */
export const recoveredBySql = (account: string) => `(select s.payment_id
        from ${retryOf("f.chain, f.created_at, f.payment_id, f.declined", account)} d
       cross join lateral (
         select created_at, payment_id from (
           select created_at, payment_id from (
             select r.created_at, r.payment_id from payment_retries r
              where r.account_id = ${account} and r.chain = d.chain and r.recovered
                and (r.created_at, r.payment_id) > (d.created_at, d.payment_id)
                and not exists (select 1 from fresh_retries f where f.payment_id = r.payment_id)
              order by r.account_id, r.chain, r.created_at, r.payment_id limit 1) stored
           union all
           select f.created_at, f.payment_id from fresh_retries f
            where f.chain = d.chain and f.recovered
              and (f.created_at, f.payment_id) > (d.created_at, d.payment_id)) after_it
          order by created_at, payment_id limit 1) s
       where d.declined limit 1)`;
