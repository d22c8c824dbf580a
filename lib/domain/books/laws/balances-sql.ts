export type BalanceSums = { currency: string; ledger: bigint; entries: bigint };

/** What the ledger owes the merchant, and what the unsettled balance transactions add up to. $1 account, $2 mode. */
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
