/** The rows of each report in plain SQL over the tables that are written with the money: payments, their outcomes, balance
 *  transactions and settlements. Written from docs/glossary.md, the guides /docs/rates and /docs/reports and decision 24;
 *  nothing here may come from `lib/domain/analytics` or `lib/domain/reports`. $1 is the account, $2 the time zone. Every row
 *  has its moment as `at`. */

const isoSeconds = (moment: string) =>
  `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** Soft declines can be retried. The issuer's advice tells the kind; without one, nothing speaks against a retry. */
const KIND = `case p.advice_code when 'do_not_try_again' then 'hard' when 'confirm_card_data' then 'data'
                                 else 'soft' end`;

/**
 * Retry chains. A payment retries the latest earlier one that had been declined when it was made: same customer or card,
 * same amount and currency, in the seven days before. Its event tells when it was declined; rows of tests have none. A
 * decline is recovered by the first payment of its chain that was approved after it. `retried` is not the payments' own
 * `retry_of`, which only retries that Paydesk was asked to make have.
 */
const CHAINS = `
  tries as (
    select p.*,
           (select d.id from payments d
             where d.account_id = p.account_id and d.mode = p.mode and d.outcome = 'declined'
               and d.amount = p.amount and d.currency = p.currency
               and (d.customer_id = p.customer_id or d.card_fingerprint = p.card_fingerprint)
               and (d.created_at, d.id) < (p.created_at, p.id)
               and d.created_at >= p.created_at - interval '7 days'
               and coalesce((select max(e.created_at) from events e
                              where e.account_id = $1 and e.object_id = d.id and e.type = 'payment.failed'),
                            d.updated_at) <= p.created_at
             order by d.created_at desc, d.id desc limit 1) as retried
      from payments p
     where p.account_id = $1 and p.mode = 'test' and p.outcome is not null),
  roots as (
    select id, id as root from tries where retried is null
     union all
    select t.id, r.root from tries t join roots r on r.id = t.retried),
  chained as (
    select p.*, r.root, ${KIND} as kind from tries p join roots r using (id)),
  told as (
    select p.*,
           case when p.outcome = 'declined' then
             (select q.id from chained q
               where q.root = p.root and q.outcome = 'approved' and (q.created_at, q.id) > (p.created_at, p.id)
               order by q.created_at, q.id limit 1) end as recovered_by,
           p.outcome = 'declined' and exists (
             select 1 from chained q where q.retried = p.id and q.outcome = 'approved') as is_sale
      from chained p)`;

/** Payments with an outcome, by creation. */
export const OUTCOMES = `with recursive ${CHAINS} select *, created_at as at from told`;

export const DECLINES = `
  select id as payment_id, ${isoSeconds("created_at")} as created, amount, currency, method,
         card_brand as scheme, card_bin as bin, card_issuer as issuer_name, card_country as issuer_country,
         decline_code, network_decline_code, advice_code, kind as soft_hard, sca,
         exemption as exemption_requested, exemption_outcome, retried as retry_of, recovered_by, card_funding as funding, at
    from (${OUTCOMES}) o where outcome = 'declined'`;

/** A movement of the balance, with its payment and settlement. */
export const MOVEMENTS = `
  select b.*, b.interchange + b.scheme_fee + b.markup + b.commission + b.dispute_fee as all_fees,
         p.description, p.customer_id, p.invoice_id, p.subscription_id, p.method, p.card_brand, p.card_funding,
         p.card_country, p.card_issuer, p.card_bin, p.statement_descriptor, d.reason as dispute_reason,
         s.status, s.arrival_date, s.paid_at, s.bank_reference,
         -- The money of a returned settlement that a later one has.
         exists (select 1 from balance_transactions again
                  where again.account_id = b.account_id and again.source_id = s.id
                    and again.type = 'settlement_failure' and again.settlement_id is not null) as is_again,
         coalesce(s.paid_at, s.arrival_date::timestamp at time zone 'UTC') as arrives
    from balance_transactions b
    left join payments p on p.account_id = b.account_id and p.id = b.payment_id
    left join disputes d on d.account_id = b.account_id and d.id = b.source_id
    left join settlements s on s.account_id = b.account_id and s.id = b.settlement_id
   where b.account_id = $1 and b.mode = 'test'`;

export const SETTLEMENT = `
  select settlement_id, to_char(arrival_date, 'YYYY-MM-DD') as settlement_effective_at, id as balance_transaction_id,
         ${isoSeconds("created_at")} as created_utc, ${isoSeconds("created_at")} as created,
         ${isoSeconds("available_on")} as available_on, currency, amount as gross, all_fees as fee,
         amount - all_fees as net, type as reporting_category, source_id, description, customer_id, payment_id,
         case when source_id like 're\\_%' then source_id end as refund_id,
         case when source_id like 'dp\\_%' then source_id end as dispute_id,
         invoice_id, subscription_id, method as payment_method_type, card_brand, card_funding, card_country,
         statement_descriptor, dispute_reason, status as settlement_status, ${isoSeconds("paid_at")} as paid_at,
         bank_reference, interchange, scheme_fee, markup,
         commission, dispute_fee, is_again, method, card_brand as scheme, card_country as issuer_country,
         card_issuer as issuer_name, card_bin as bin, card_funding as funding,
         case when settlement_id is null then created_at else arrives end as at
    from (${MOVEMENTS}) m`;

/** The costs of charges that are priced by interchange. Those with a commission instead (bank methods, American Express)
 *  have no region. */
export const INTERCHANGE = `
  select payment_id, settlement_id, to_char(created_at at time zone $2, 'YYYY-MM-DD') as booking_date, type,
         card_brand as scheme, card_product, card_funding as funding, consumer_or_commercial,
         card_country as issuer_country,
         (select country from accounts where id = $1) as acquirer_country, region, amount, currency,
         interchange_rate_bp, interchange_fixed, interchange, scheme_fee, markup,
         interchange + scheme_fee + markup as total_fee,
         round((interchange + scheme_fee + markup) * 10000.0 / amount, 2) as effective_bp,
         method, card_issuer as issuer_name, card_bin as bin, created_at as at
    from (${MOVEMENTS}) m where type = 'charge' and region is not null`;

/** The first instant at which a zone's clocks show a local time or a later one. Where the time comes twice, that is the
 *  first; where it is skipped, the moment of the change. Instants of 15 minutes, as far as any zone is from UTC. */
export const instantSql = (local: string, zone: string) => `
  (select min(u.u) from (select (${local}::timestamp at time zone 'UTC') + n * interval '15 minutes' as u
                           from generate_series(-64, 64) n) u
    where (u.u at time zone ${zone}) >= ${local}::timestamp)`;
