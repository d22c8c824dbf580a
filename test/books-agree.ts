import { getPool } from "#db/client.ts";

/** Filters by one account ($1), or by none. It is inside each check, because an outer join cannot be filtered
 *  afterwards, and a check of one account must not read the books of all. */
const mine = (table: string) => `($1::text is null or ${table}.account_id = $1)`;

/** Invariants of the books, each as a query that returns the violations as text. */
const LAWS = [
  `with entries as (
     select account_id, mode, currency, sum(net) as net from balance_transactions
      where settlement_id is null and ${mine("balance_transactions")} group by 1, 2, 3
   ), ledger as (
     select account_id, mode, currency,
            sum(case 'merchant_balance' when credit then amount when debit then -amount end) as net
       from ledger_transfers
      where 'merchant_balance' in (debit, credit) and ${mine("ledger_transfers")} group by 1, 2, 3
   )
   select mode || ' ' || currency || ': the ledger owes ' || coalesce(ledger.net, 0)
          || ', unsettled entries add up to ' || coalesce(entries.net, 0) as what
     from ledger full join entries using (account_id, mode, currency)
    where coalesce(ledger.net, 0) <> coalesce(entries.net, 0)`,
  `with sums as (
     select account_id, settlement_id, currency, sum(net) as net, count(*) as n
       from balance_transactions where settlement_id is not null and ${mine("balance_transactions")} group by 1, 2, 3
   )
   select s.id || ' says ' || s.net || ' of ' || s.transaction_count || ', its rows '
          || coalesce(sums.net, 0) || ' of ' || coalesce(sums.n, 0) || ', the ledger '
          || coalesce(t.amount, 0) as what
     from settlements s
     left join sums on sums.account_id = s.account_id and sums.settlement_id = s.id
                   and sums.currency = s.currency
     left join ledger_transfers t on t.account_id = s.account_id and t.source_id = s.id
                                 and t.kind = 'settlement'
    where ${mine("s")} and (s.net <> coalesce(sums.net, 0) or s.net <> coalesce(t.amount, 0)
       or s.transaction_count <> coalesce(sums.n, 0))`,
  `with captured as (
     select account_id, source_id, sum(amount) as amount from balance_transactions
      where type = 'charge' and ${mine("balance_transactions")} group by 1, 2
   )
   select p.id || ' captured ' || p.amount_captured || ' and booked '
          || coalesce(c.amount, 0) as what
     from payments p left join captured c on c.account_id = p.account_id and c.source_id = p.id
    where ${mine("p")} and p.amount_captured <> coalesce(c.amount, 0)`,
  `with facts as (
     select account_id, payment_id, outcome, sum(weight) as n from payment_outcomes
      where ${mine("payment_outcomes")} group by 1, 2, 3
   )
   select p.id || ' is ' || p.status || ' (' || coalesce(p.outcome, 'no outcome')
          || '), noted ' || coalesce(f.n, 0) || ' times' as what
     from payments p
     left join facts f on f.account_id = p.account_id and f.payment_id = p.id and f.outcome = p.outcome
    where ${mine("p")}
      and ((p.outcome is null and p.status in ('succeeded', 'failed', 'requires_capture', 'canceled'))
        or (p.outcome is not null and coalesce(f.n, 0) <> 1)
        or (p.outcome = 'approved' and p.status not in ('succeeded', 'requires_capture', 'canceled')))`,
  `with ledger as (
     select account_id, mode, currency,
            sum(case 'payout_balance' when credit then amount when debit then -amount else 0 end) as held,
            sum(case 'payouts_in_transit' when credit then amount when debit then -amount else 0 end) as moving
       from ledger_transfers
      where kind in ('topup', 'payout', 'payout_settled', 'payout_released', 'payout_returned')
        and ${mine("ledger_transfers")} group by 1, 2, 3
   ), held as (
     select * from payout_balances where ${mine("payout_balances")}
   ), open as (
     select account_id, mode, currency, sum(amount) as moving from payouts
      where status in ('pending', 'submitted') and ${mine("payouts")} group by 1, 2, 3
   )
   select mode || ' ' || currency || ': payouts may take ' || coalesce(held.amount, 0)
          || ' and ' || coalesce(open.moving, 0) || ' is on its way; the ledger has ' || coalesce(ledger.held, 0)
          || ' and ' || coalesce(ledger.moving, 0) as what
     from ledger full join held using (account_id, mode, currency)
     full join open using (account_id, mode, currency)
    where coalesce(held.amount, 0) <> coalesce(ledger.held, 0)
       or coalesce(open.moving, 0) <> coalesce(ledger.moving, 0)`,
  `with counted as (
     select account_id, batch_id, count(*) as n, count(*) filter (where status = 'settled') as settled,
            count(*) filter (where status = 'returned') as returned,
            count(*) filter (where status = 'failed') as failed,
            count(*) filter (where status = 'canceled') as canceled
       from payouts where batch_id is not null and ${mine("payouts")} group by 1, 2
   )
   select b.id || ' is ' || b.status || ' and counts others than its payouts' as what
     from payout_batches b left join counted c on c.account_id = b.account_id and c.batch_id = b.id
    where ${mine("b")} and ((b.accepted, b.settled, b.returned, b.failed, b.canceled)
       is distinct from (coalesce(c.n, 0), coalesce(c.settled, 0), coalesce(c.returned, 0),
                         coalesce(c.failed, 0), coalesce(c.canceled, 0))
       or b.status <> case when b.accepted = 0 then 'rejected'
            when b.settled + b.returned + b.failed + b.canceled = b.accepted then 'completed'
            else 'processing' end)`,
];

/** The violations in the books of one account, or of all: payments, balance transactions, settlements, ledger
 *  and the facts that reports read. Must be empty at any time. */
export async function disagreements(accountId?: string): Promise<string[]> {
  const text = LAWS.map((law) => `select what from (${law}) as broken`).join(" union all ");
  const { rows } = await getPool().query<{ what: string }>(text, [accountId ?? null]);
  return rows.map(({ what }) => what);
}
