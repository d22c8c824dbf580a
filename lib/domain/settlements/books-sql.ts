/**
 * One settlement's net by the books that are kept apart, in one statement and so of one moment: what it says,
 * what its balance transactions add up to, and what the ledger's transfers behind those brought to the
 * merchant's balance. A transfer belongs to the row whose object moved it and whose type it is part of:
 * a refund that came back has both of its movements under one id. $1 account, $2 mode, $3 the settlement: its id as it
 * was asked for, since one of a row is no plain text, which the index of sources is of.
 */
export const BOOKS_OF = `
  with batch as (
    select id, net from settlements where account_id = $1 and mode = $2 and id = $3
  ), entries as (
    select b.type, b.source_id, b.net
      from balance_transactions b
     where b.account_id = $1 and b.settlement_id = $3 and b.mode = $2
  ), booked as (
    select coalesce(sum(case 'merchant_balance' when t.credit then t.amount when t.debit then -t.amount end), 0)
             as net
      from entries e
      join ledger_transfers t
        on t.account_id = $1 and t.mode = $2 and t.source_id = e.source_id
       and t.kind = any (case e.type
             when 'charge' then array['capture', 'interchange', 'scheme_fee', 'markup', 'commission']
             when 'refund' then array['refund']
             when 'refund_failure' then array['refund_reversal']
             when 'dispute' then array['dispute', 'dispute_fee']
             when 'dispute_reversal' then array['dispute_reversal']
             when 'settlement_failure' then array['settlement_failure']
             when 'payment_failure' then array['payment_failure']
             else array['adjustment'] end)
  )
  select batch.net as "netMinor",
         (select coalesce(sum(net), 0)::bigint from entries) as "rowsMinor",
         (select count(*)::int from entries) as "rowCount",
         (select net::bigint from booked) as "ledgerMinor",
         (select coalesce(sum(amount), 0)::bigint from ledger_transfers
           where account_id = $1 and mode = $2 and source_id = $3 and kind = 'settlement')
           as "sweptMinor"
    from batch`;
