import { sameMode } from "./kinds-sql.ts";
import type { Law } from "./law.ts";

/** Columns of a settlement that are sums of its balance transactions, each with its sum. */
const SUMS = {
  gross: "sum(b.amount) filter (where b.type = 'charge')",
  interchange: "sum(b.interchange) filter (where b.type = 'charge')",
  scheme_fee: "sum(b.scheme_fee) filter (where b.type = 'charge')",
  markup: "sum(b.markup) filter (where b.type = 'charge')",
  commission: "sum(b.commission) filter (where b.type = 'charge')",
  dispute_fees: "sum(b.dispute_fee)",
  refunds: "-sum(b.net) filter (where b.type = 'refund')",
  chargebacks: "-sum(b.net) filter (where b.type = 'dispute')",
  adjustments: "sum(b.net) filter (where b.type not in ('charge', 'refund', 'dispute'))",
  net: "sum(b.net)",
  transaction_count: "count(*)",
};

const SUMMED = `
  summed as materialized (
    select c.id, ${Object.entries(SUMS)
      .map(([name, _sql]) => `coalesce(f.${name}, 0) as ${name}`)
      .join(", ")}
      from chunk c cross join lateral (
        select ${Object.entries(SUMS)
          .map(([name, sql]) => `${sql} as ${name}`)
          .join(", ")}
          from balance_transactions b
         where b.account_id = $1 and ${sameMode("b", "c")} and b.settlement_id = c.id and b.currency = c.currency) f
  )`;

/** The number of transfers of `kind` that `c` caused with its amount, currency and mode. The kind is no condition on the
 * rows: with it, PostgreSQL may choose a partial index of that kind and read every payout's transfers for each payout. */
const transfers = (kind: string, amount: string) => `
  (select count(*) filter (where t.kind = '${kind}' and (t.amount, t.currency, t.mode) = (${amount}, c.currency, c.mode))
          + 10 * count(*) filter (where t.kind = '${kind}'
                                    and (t.amount, t.currency, t.mode) <> (${amount}, c.currency, c.mode))
     from ledger_transfers t
    where t.account_id = $1 and t.source_id = c.id collate "default")`;

/** There must be as many transfers of `kind` as `should` says: 0 or 1. */
const transferIs = (kind: string, amount: string, should: string) => `
  select c.id as place, c.id as row, 'transfer:${kind}' as law,
         'its ${kind} is not in the ledger as its status ' || c.status || ' requires' as what
    from chunk c where ${transfers(kind, amount)} <> (${should})::int`;

const received = (kind: string) => `
         coalesce(sum(t.amount) filter (where t.kind = '${kind}'), 0)`;

/** Once the money is there or has come back, the acquirer has paid for the entries, and the fees are paid on. */
const RECEIPTS = `
  select c.id, c.id, 'receipts', 'the acquirer paid ' || l.rail || ' and ' || l.interchange || ' and ' || l.scheme_fee
         || ' were paid on, its rows say ' || e.rail || ', ' || e.interchange || ' and ' || e.scheme_fee
    from chunk c
   cross join lateral (
     select coalesce(sum(b.amount) filter (where b.type <> 'settlement_failure'), 0) as rail,
            coalesce(sum(b.interchange), 0) as interchange, coalesce(sum(b.scheme_fee), 0) as scheme_fee
       from balance_transactions b
      where b.account_id = $1 and ${sameMode("b", "c")} and b.settlement_id = c.id and c.status <> 'scheduled') e
   cross join lateral (
     select ${received("acquirer_receipt")} - ${received("acquirer_payment")} as rail,
            ${received("interchange_paid")} as interchange, ${received("scheme_fee_paid")} as scheme_fee
       from ledger_transfers t
      where t.account_id = $1 and t.source_id = c.id collate "default" and ${sameMode("t", "c")} and t.currency = c.currency) l
   where (l.rail, l.interchange, l.scheme_fee) <> (e.rail, e.interchange, e.scheme_fee)`;

const cutOffDay = "(c.period_end at time zone 'UTC')::date";

/** As `arrivalOf`: two business days after the cut-off. */
const EXPECTED = `${cutOffDay} + case extract(isodow from ${cutOffDay}) when 4 then 4 when 5 then 4 when 6 then 3 else 2 end`;

/** Screens list settlements by their day, files by their moment: the two must be one. */
const ARRIVAL = `
  select c.id, c.id, 'arrival', 'its day of arrival is ' || c.arrival_date || ', and must be ' || f.day
    from chunk c cross join lateral (
      select case c.status when 'paid' then (c.paid_at at time zone 'UTC')::date else ${EXPECTED} end as day) f
   where c.arrival_date is distinct from f.day`;

/** As `sandboxReference`. In live mode the acquirer names it, and nothing else says what it is. */
const REFERENCE = `
  select c.id, c.id, 'bank_reference', 'its bank reference is ' || coalesce(c.bank_reference, 'missing')
    from chunk c
   where c.mode = 'test' and c.bank_reference is distinct from 'PD' || upper(right(c.id, 16))`;

/** Every settlement against its balance transactions and the ledger. */
export const SETTLEMENTS: Law = {
  part: "settlements",
  table: "settlements",
  limit: 50,
  weight: "1 + transaction_count",
  also: [SUMMED],
  found: [
    ...Object.keys(SUMS).map(
      (name) => `
  select c.id as place, c.id as row, 'sum:${name}' as law,
         'its ${name} is ' || c.${name} || ', its rows say ' || s.${name} as what
    from chunk c join summed s using (id) where c.${name} <> s.${name}`,
    ),
    transferIs("settlement", "c.net", "true"),
    transferIs("settlement_paid", "c.net", "c.status = 'paid'"),
    transferIs("settlement_failure", "c.net", "c.status = 'failed'"),
    RECEIPTS,
    `select c.id, c.id, 'failure', 'it failed, and its money is not back on the balance'
       from chunk c
      where (c.status = 'failed') <> exists (
        select 1 from balance_transactions b where b.account_id = $1 and b.source_id = c.id collate "default"
           and b.type = 'settlement_failure' and ${sameMode("b", "c")} and b.amount = c.net)`,
    `select c.id, c.id, 'paid_at', 'it was paid at ' || c.paid_at || ', the ledger says otherwise'
       from chunk c
      where c.status = 'paid' and not exists (
        select 1 from ledger_transfers t where t.account_id = $1 and t.source_id = c.id collate "default"
           and t.kind = 'settlement_paid' and t.created_at = c.paid_at)`,
    ARRIVAL,
    REFERENCE,
    `select c.id, c.id, 'period', 'its period from ' || c.period_start || ' to ' || c.period_end || ' does not end at a cut-off'
       from chunk c
      where c.period_end <> date_trunc('day', c.period_end, 'UTC') or c.period_start >= c.period_end
         or c.arrival_date < ${cutOffDay}`,
  ],
};

/** Every payout against its ledger transfers. */
export const PAYOUTS: Law = {
  part: "payouts",
  table: "payouts",
  limit: 5_000,
  found: [
    transferIs("payout", "c.amount", "true"),
    `select c.id, c.id, 'transfers', 'the ledger does not book it as ' || c.status
       from chunk c
      cross join lateral (select ${transfers("payout_settled", "c.amount")} as settled,
                                 ${transfers("payout_returned", "c.amount")} as returned,
                                 ${transfers("payout_released", "c.amount")} as released) f
      where not case c.status when 'settled' then (f.settled, f.returned, f.released) = (1, 0, 0)
              when 'returned' then (f.settled, f.returned, f.released) in ((1, 1, 0), (0, 0, 1))
              when 'failed' then (f.settled, f.returned, f.released) = (0, 0, 1)
              when 'canceled' then (f.settled, f.returned, f.released) = (0, 0, 1)
              else (f.settled, f.returned, f.released) = (0, 0, 0) end`,
  ],
};

/** Every batch against its payouts. */
export const BATCHES: Law = {
  part: "payout_batches",
  table: "payout_batches",
  limit: 100,
  weight: "1 + accepted",
  found: [
    `select c.id as place, c.id as row, 'counts' as law, 'it counts other payouts than it has' as what
       from chunk c cross join lateral (
         select count(*) as n, coalesce(sum(p.amount), 0) as total,
                count(*) filter (where p.status = 'settled') as settled,
                count(*) filter (where p.status = 'returned') as returned,
                count(*) filter (where p.status = 'failed') as failed,
                count(*) filter (where p.status = 'canceled') as canceled
           from payouts p where p.account_id = $1 and p.batch_id = c.id and ${sameMode("p", "c")}) f
      where (c.accepted, c.accepted_total, c.settled, c.returned, c.failed, c.canceled)
         <> (f.n, f.total, f.settled, f.returned, f.failed, f.canceled)`,
  ],
};

/** Every received transfer against its top-up. */
export const CREDITS: Law = {
  part: "credits",
  table: "funding_credits",
  limit: 5_000,
  found: [
    `select c.id as place, c.id as row, 'transfer:topup' as law, 'its top-up is not in the ledger' as what
       from chunk c where ${transfers("topup", "c.amount")} <> 1`,
  ],
};
