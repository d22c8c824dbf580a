export type BalanceSums = { currency: string; ledger: bigint; entries: bigint };

/** The merchant's balance by the ledger and by the unsettled balance transactions. $1 account, $2 mode. */
export const MERCHANT_BALANCES = `
  with ledger as (
    select currency, sum(case 'merchant_balance' when credit then amount when debit then -amount else 0 end)::bigint as sum
      from ledger_transfers where account_id = $1 and mode = $2 group by 1
  ), entries as (
    select currency, sum(net)::bigint as sum from balance_transactions
     where account_id = $1 and mode = $2 and settlement_id is null group by 1
  )
  select currency, coalesce(ledger.sum, 0) as ledger, coalesce(entries.sum, 0) as entries
    from ledger full join entries using (currency)
   where coalesce(ledger.sum, 0) <> coalesce(entries.sum, 0)
   order by 1`;

export type DaySums = { row: string; has: string; should: string };

const daysOf = (transfers: string) => `
    select side.account, t.currency, (t.created_at at time zone 'UTC')::date as day,
           sum(side.debit) as debits, sum(side.credit) as credits
      from ${transfers}
     cross join lateral (values (t.debit, t.amount, 0::bigint), (t.credit, 0::bigint, t.amount)) side(account, debit, credit)
     group by 1, 2, 3`;

/** Days of ledger accounts whose sums differ from the transfers that are sealed. $1 account, $2 mode. */
export const DAYS = `
  with booked as (${daysOf("(select * from ledger_transfers where account_id = $1 and mode = $2) t")}
  ), waiting as (${daysOf(`(
      select t.* from ledger_unsealed u cross join unnest(u.ids) i(id)
        join ledger_transfers t on t.account_id = u.account_id and t.id = i.id
       where u.account_id = $1 and u.mode = $2) t`)}
  ), should as (
    select account, currency, day, sum(debits) as debits, sum(credits) as credits
      from (select * from booked union all select account, currency, day, -debits, -credits from waiting) sealed
     group by 1, 2, 3 having sum(debits) <> 0 or sum(credits) <> 0
  ), has as (
    select account, currency, day, debits, credits from ledger_days where account_id = $1 and mode = $2
  )
  select account || ' ' || currency || ' ' || day as row,
         coalesce(h.debits, 0) || ' and ' || coalesce(h.credits, 0) as has,
         coalesce(s.debits, 0) || ' and ' || coalesce(s.credits, 0) as should
    from has h full join should s using (account, currency, day)
   where (coalesce(h.debits, 0), coalesce(h.credits, 0)) <> (coalesce(s.debits, 0), coalesce(s.credits, 0))
   order by 1 limit 200`;
