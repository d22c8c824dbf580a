import { CHART, entryOfKind, principalOf, rowBy, sameMode } from "./kinds-sql.ts";
import type { Law } from "./law.ts";

const moneyOf = (row: string) => `${row}.amount || ' ' || ${row}.currency`;

/** The transfers that each balance transaction must have (`e`) and those that it has (`b`), compared per balance
 *  transaction, because a join of all with all would be quadratic. */
const TRANSFERS_FOUND = `
  select c.id as place, coalesce(f.id, c.id) as row, f.law, f.what
    from chunk c
   cross join lateral (
     select b.id,
            case when b.id is null then 'transfer_missing:' || e.kind
                 when e.kind is null then 'transfer_unexpected'
                 when b.nth > 1 then 'transfer_twice'
                 else 'transfer_differs' end as law,
            case when b.id is null then 'the ' || e.kind || ' of ' || e.amount || ' ' || c.currency || ' is not in the ledger'
                 when e.kind is null then 'the ' || b.kind || ' of ' || ${moneyOf("b")} || ' has no part in ' || c.id
                 when b.nth > 1 then 'the ' || b.kind || ' of ' || c.source_id || ' is booked again'
                 else 'the ' || b.kind || ' is ' || ${moneyOf("b")} || ' of ' || b.created_at || ' in ' || b.mode
                   || ', ' || c.id || ' says ' || e.amount || ' ' || c.currency || ' of ' || c.created_at || ' in ' || c.mode
            end as what
       from (select k.kind, k.amount
               from (values (${principalOf("c")}, abs(c.amount)), ('interchange', c.interchange),
                 ('scheme_fee', c.scheme_fee), ('markup', c.markup), ('commission', c.commission),
                 ('dispute_fee', c.dispute_fee)) k(kind, amount)
              where k.amount > 0) e
       full join (
         select t.*, row_number() over (partition by t.kind order by t.id) as nth
           from ledger_transfers t
          where t.account_id = $1 and t.source_id = c.source_id and ${entryOfKind("t")} = c.type) b on b.kind = e.kind
      where b.id is null or e.kind is null or b.nth > 1
         or (b.amount, b.currency, b.mode, b.created_at) <> (e.amount, c.currency, c.mode, c.created_at)) f`;

/** A balance transaction that differs from the object that caused it. `object` is a table, `is` what must hold of its
 *  row `o`, `which` chooses among the balance transactions of a type with several causes. A comparison with null is no
 *  agreement. */
const ofObject = (type: string, object: string, is: string, which = "true") => `
  select c.id, c.id, 'cause_differs', 'the ' || c.type || ' of ' || c.amount || ' ' || c.currency || ' differs from ' || c.source_id
    from chunk c ${rowBy(object, "o", "o.id = c.source_id")}
   where c.type = '${type}' and ${which} and (o.id is not null and o.mode = c.mode and o.currency = c.currency and ${is}) is not true`;

const CAUSES = [
  ofObject(
    "charge",
    "payments",
    `o.amount_captured = c.amount and c.payment_id = o.id and o.settlement_id is not distinct from c.settlement_id
     and o.status in ('succeeded', 'failed')`,
  ),
  ofObject(
    "refund",
    "refunds",
    `-o.amount = c.amount and c.payment_id = o.payment_id and o.settlement_id is not distinct from c.settlement_id
     and o.status in ('submitted', 'settled', 'failed')`,
  ),
  ofObject(
    "refund_failure",
    "refunds",
    "o.amount = c.amount and c.payment_id = o.payment_id and o.status = 'failed'",
  ),
  ofObject(
    "dispute",
    "disputes",
    "-o.amount = c.amount and o.fee = c.dispute_fee and c.payment_id = o.payment_id",
  ),
  ofObject(
    "dispute_reversal",
    "disputes",
    "o.amount = c.amount and c.payment_id = o.payment_id and o.status = 'won'",
  ),
  ofObject("settlement_failure", "settlements", "o.net = c.amount and o.status = 'failed'"),
  ofObject(
    "payment_failure",
    "payments",
    `o.status = 'failed' and c.payment_id = o.id and -c.amount between 1 and o.amount_captured
     and (-c.amount = o.amount_captured - o.amount_refunded
          or exists (select 1 from refunds r where r.account_id = $1 and r.payment_id = o.id))`,
    "c.source_id is not distinct from c.payment_id",
  ),
  ofObject(
    "payment_failure",
    "refunds",
    "o.amount = -c.amount and c.payment_id = o.payment_id and o.status in ('failed', 'canceled')",
    "c.source_id is distinct from c.payment_id",
  ),
];

const COSTS = [
  `select c.id, c.id, 'interchange_basis', 'the interchange of ' || c.interchange || ' does not follow from its rate'
     from chunk c
    where c.type = 'charge'
      and c.interchange <> case when c.interchange_rate_bp is null then 0 else
          (c.amount * c.interchange_rate_bp + 5000) / 10000 + coalesce(c.interchange_fixed, 0) end`,
  `select c.id, c.id, 'fee_unexpected', 'a ' || c.type || ' cannot have these fees'
     from chunk c
    where (c.type <> 'charge' and c.interchange + c.scheme_fee + c.markup + c.commission > 0)
       or (c.type <> 'dispute' and c.dispute_fee > 0)`,
  `select c.id, c.id, 'sign', 'a ' || c.type || ' of ' || c.amount || ' has the wrong sign'
     from chunk c
    where c.type <> 'adjustment'
      and sign(c.amount) <> case when c.type in ('refund', 'dispute', 'payment_failure') then -1 else 1 end`,
  `select c.id, c.id, 'available_on', 'it is available on ' || c.available_on || ', booked on ' || c.created_at
     from chunk c where c.available_on <> date_trunc('day', c.created_at, 'UTC') + interval '24 hours'`,
];

const SETTLED = `
  select c.id, c.id, 'settlement_unknown', 'its settlement ' || c.settlement_id || ' cannot hold it'
    from chunk c ${rowBy("settlements", "s", "s.mode = $2 and s.id = c.settlement_id")}
   where c.settlement_id is not null
     and (s.id is null or s.currency <> c.currency or c.created_at >= s.period_end)`;

/** Every balance transaction against its ledger transfers, its cause, its costs and its settlement. */
export const ENTRIES: Law = {
  part: "entries",
  table: "balance_transactions",
  limit: 5_000,
  found: [TRANSFERS_FOUND, ...CAUSES, ...COSTS, SETTLED],
};

const caused = `
    exists (select 1 from balance_transactions b
             where b.account_id = $1 and b.source_id = c.source_id and b.type = ${entryOfKind("c")} and ${sameMode("b", "c")} offset 0)`;

/** Every ledger transfer against the chart of accounts and its cause. */
export const TRANSFERS_OF_ALL: Law = {
  part: "transfers",
  table: "ledger_transfers",
  limit: 10_000,
  also: [
    `strangers as materialized (
    select c.id::text from chunk c
    except
    select i.id from ledger_blocks b cross join unnest(b.ids) i(id)
     where b.account_id = $1 and b.mode = $2 and b.highest_id >= (select min(id) from chunk)
       and b.lowest_id <= (select max(id) from chunk)
    except
    select i.id from ledger_unsealed u cross join unnest(u.ids) i(id) where u.account_id = $1 and u.mode = $2
  )`,
  ],
  found: [
    `select k.id as place, k.id as row, 'unsealed' as law, 'it is neither sealed nor waiting to be sealed' as what from strangers k`,
    `select c.id as place, c.id as row, 'chart' as law,
            'a ' || c.kind || ' from ' || c.debit || ' to ' || c.credit || ' is not in the chart of accounts' as what
       from chunk c
      where not exists (select 1 from ${CHART} where chart.kind = c.kind and chart.debit = c.debit and chart.credit = c.credit)`,
    `select c.id, c.id, 'cause_missing', 'no balance transaction books the ' || c.kind || ' of ' || c.source_id
       from chunk c where ${entryOfKind("c")} is not null and not ${caused}`,
    `select c.id, c.id, 'cause_missing', 'the ' || c.kind || ' of ' || c.amount || ' differs from ' || c.source_id
       from chunk c ${rowBy("settlements", "s", "s.mode = c.mode and s.id = c.source_id")}
      where c.kind in ('settlement', 'settlement_paid', 'acquirer_receipt', 'acquirer_payment', 'interchange_paid', 'scheme_fee_paid')
        and (s.id is null or s.currency <> c.currency
             or (c.kind in ('settlement', 'settlement_paid') and s.net <> c.amount))`,
    `select c.id, c.id, 'cause_missing', 'the ' || c.kind || ' of ' || c.amount || ' differs from ' || c.source_id
       from chunk c ${rowBy("payouts", "p", "p.id = c.source_id")}
      where c.kind in ('payout', 'payout_settled', 'payout_released', 'payout_returned')
        and (p.id is null or p.mode <> c.mode or p.currency <> c.currency or p.amount <> c.amount)`,
    `select c.id, c.id, 'cause_missing', 'no credit was received for ' || c.source_id
       from chunk c ${rowBy("funding_credits", "f", "f.id = c.source_id")}
      where c.kind = 'topup' and c.mode = 'live'
        and (f.id is null or f.mode <> c.mode or f.currency <> c.currency or f.amount <> c.amount)`,
  ],
};
