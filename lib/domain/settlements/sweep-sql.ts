/** Sums of balance transactions by what they are (decisions §3, settlement), as columns of `Totals`. */
export const TOTALS_SQL = `
  count(*)::int as "transactionCount",
  coalesce(sum(amount) filter (where type = 'charge'), 0)::bigint as "gross",
  coalesce(sum(interchange) filter (where type = 'charge'), 0)::bigint as "interchange",
  coalesce(sum(scheme_fee) filter (where type = 'charge'), 0)::bigint as "schemeFee",
  coalesce(sum(markup) filter (where type = 'charge'), 0)::bigint as "markup",
  coalesce(sum(commission) filter (where type = 'charge'), 0)::bigint as "commission",
  coalesce(-sum(net) filter (where type = 'refund'), 0)::bigint as "refunds",
  coalesce(-sum(net) filter (where type = 'dispute'), 0)::bigint as "chargebacks",
  coalesce(sum(net) filter (where type not in ('charge', 'refund', 'dispute')), 0)::bigint
    as "adjustments",
  coalesce(sum(net), 0)::bigint as "net",
  min(created_at) as "firstAt"`;

/** Gives every unsettled movement of a currency from before the cut-off to a settlement, with the
 *  payments and refunds behind them, and answers what they add up to. $1 account, $2 mode, $3 currency,
 *  $4 cut-off, $5 the settlement. */
export const SWEEP = `
  with swept as (
    update balance_transactions set settlement_id = $5
     where account_id = $1 and mode = $2 and currency = $3 and settlement_id is null
       and created_at < $4
    returning *
  ), charged as (
    update payments p set settlement_id = $5 from swept s
     where s.type = 'charge' and p.account_id = s.account_id and p.id = s.source_id
  ), refunded as (
    update refunds r set settlement_id = $5 from swept s
     where s.type = 'refund' and r.account_id = s.account_id and r.id = s.source_id
  )
  select ${TOTALS_SQL} from swept`;

/** For each currency of an account and mode, the first cut-off passed at a moment ($3) at which what is
 *  unsettled adds up to more than zero. What came too late for a cut-off that is settled goes to the one
 *  after it. */
export const DUE_CUTOFFS = `
  with passed as (
    select currency, available_on, sum(net) as net from balance_transactions
     where account_id = $1 and mode = $2 and settlement_id is null and available_on <= $3
     group by 1, 2
  ), ended as (
    select currency, max(period_end) as last_end from settlements
     where account_id = $1 and mode = $2 group by 1
  ), due as (
    select currency, greatest(available_on, last_end + interval '1 day') as cut_off, sum(net) as net
      from passed left join ended using (currency) group by 1, 2
  ), running as (
    select currency, cut_off, sum(net) over (partition by currency order by cut_off) as net from due
  )
  select currency, min(cut_off) as "cutOff" from running
   where net > 0 and cut_off <= $3 group by 1 order by 2, 1`;

/** Accounts and modes with something to settle, by their own clock. $1 the real time. */
export const DUE_ACCOUNTS = `
  select a.id as "accountId", m.mode
    from accounts a cross join (values ('test'), ('live')) as m(mode)
    left join sandbox_clocks c on c.account_id = a.id and m.mode = 'test'
   where exists (
     select 1 from balance_transactions b
      where b.account_id = a.id and b.mode = m.mode and b.settlement_id is null
        and b.created_at < date_trunc('day', $1::timestamptz
              + coalesce(c.ahead_ms, 0) * interval '1 ms', 'UTC'))`;
