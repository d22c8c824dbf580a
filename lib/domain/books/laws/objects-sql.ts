import { rowBy, sameMode } from "./kinds-sql.ts";
import type { Law } from "./law.ts";

/** A subquery: the amount of the balance transaction of `type` that `c` caused, or null. */
const booked = (type: string) => `
  (select b.amount from balance_transactions b
    where b.account_id = $1 and b.source_id = c.id collate "default" and b.type = '${type}' and ${sameMode("b", "c")})`;

/** `is` says what the amount of an entry of `type` must be: null for none. */
const entryIs = (type: string, is: string) => `
  select c.id as place, c.id as row, 'entry:${type}' as law,
         'it has a ${type} of ' || coalesce(f.has::text, 'nothing') || ' in the balance, and must have ' || coalesce(f.should::text, 'none') as what
    from chunk c cross join lateral (select ${booked(type)} as has, (${is})::bigint as should) f
   where f.has is distinct from f.should`;

/** The sum of the balance entries of `cause` (the payment `c`, a refund or a dispute of it), less the amount `waits` that a
 *  pending refund will take. */
const LEFT_OF_CAUSE = `(select coalesce(sum(b.amount), 0) from balance_transactions b
    where b.account_id = $1 and b.source_id = cause.id collate "default" and ${sameMode("b", "c")}) - cause.waits`;

/** A payment keeps the card of its payment method, which never gets another one. */
const cardOf = (row: string) =>
  `(${["brand", "last4", "bin", "issuer", "country", "funding", "fingerprint"]
    .map((column) => `${row}.card_${column}`)
    .join(", ")})`;

const anyRefund =
  "exists (select 1 from refunds r where r.account_id = $1 and r.payment_id = c.id)";

/** Every payment against its charge, refunds, dispute and late failure. */
export const PAYMENTS: Law = {
  part: "payments",
  table: "payments",
  limit: 5_000,
  found: [
    entryIs("charge", "nullif(c.amount_captured, 0)"),
    `select c.id, c.id, 'refunded', 'it says ' || c.amount_refunded || ' refunded, its refunds ' || f.sum
       from chunk c cross join lateral (
         select coalesce(sum(r.amount), 0)::bigint as sum from refunds r
          where r.account_id = $1 and r.payment_id = c.id and r.status not in ('failed', 'canceled')) f
      where c.amount_refunded <> f.sum`,
    `select c.id, c.id, 'dispute', 'it is marked as disputed and has no dispute'
       from chunk c
      where c.disputed and not ${anyRefund}
        and not exists (select 1 from disputes d where d.account_id = $1 and d.payment_id = c.id)`,
    `select c.id, c.id, 'captured', 'it succeeded without a captured amount'
       from chunk c where c.status = 'succeeded' and c.amount_captured = 0`,
    `select c.id, c.id, 'amount', 'its amount is ' || c.amount || ', and ' || c.amount_captured || ' of it was captured'
       from chunk c
      where c.capture = 'automatic' and c.amount_captured not in (0, c.amount)`,
    `select c.id, c.id, 'card', 'its card differs from that of ' || c.payment_method_id
       from chunk c ${rowBy("payment_methods", "m", "m.id = c.payment_method_id")}
      where c.payment_method_id is not null and ${cardOf("c")} is distinct from ${cardOf("m")}`,
    `select c.id, c.id, 'outcome', 'it is ' || c.status || ' with the outcome ' || coalesce(c.outcome, 'none')
       from chunk c
      where (c.status in ('succeeded', 'requires_capture') and c.outcome is distinct from 'approved')
         or (c.status = 'failed' and (c.outcome is null or c.outcome = 'approved'))`,
    `select c.id, c.id, 'failure', 'it failed after its capture, and ' || f.kept || ' of it is still in the balance'
       from chunk c cross join lateral (
         select sum(${LEFT_OF_CAUSE}) as kept
           from (select c.id, 0::bigint as waits
                 union all select r.id, case r.status when 'pending' then r.amount else 0 end from refunds r
                  where r.account_id = $1 and r.payment_id = c.id
                 union all select d.id, 0 from disputes d where d.account_id = $1 and d.payment_id = c.id) cause) f
      where c.status = 'failed' and c.amount_captured > 0 and f.kept <> 0`,
  ],
};

/** Every refund against its balance transactions and its payment. */
export const REFUNDS: Law = {
  part: "refunds",
  table: "refunds",
  limit: 5_000,
  found: [
    entryIs(
      "refund",
      "case when c.status in ('submitted', 'settled', 'failed') then -c.amount end",
    ),
    entryIs("refund_failure", "case when c.status = 'failed' then c.amount end"),
    `select c.id, c.id, 'payment', 'it differs from ' || c.payment_id || ' in mode or currency'
       from chunk c ${rowBy("payments", "p", "p.id = c.payment_id")}
      where (p.mode, p.currency) is distinct from (c.mode, c.currency)`,
  ],
};

/** Every dispute against its balance transactions and its payment. */
export const DISPUTES: Law = {
  part: "disputes",
  table: "disputes",
  limit: 5_000,
  found: [
    entryIs("dispute", "-c.amount"),
    entryIs("dispute_reversal", "case when c.status = 'won' then c.amount end"),
    `select c.id, c.id, 'payment', 'it differs from ' || c.payment_id || ' in mode, currency or amount'
       from chunk c ${rowBy("payments", "p", "p.id = c.payment_id")}
      where (p.mode, p.currency, p.disputed) is distinct from (c.mode, c.currency, true) or c.amount > p.amount_captured`,
  ],
};
