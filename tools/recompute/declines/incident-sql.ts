/** The figures of the card about a fall of approvals over raw rows, written from docs/glossary.md and decisions 45 and 46. $1 is
 *  the account, $2 the time zone, $3 the dimension and $4 the value of the slice. */

import { OUTCOMES } from "../rows-sql.ts";

const SLICE = `case $3 when 'all' then '' when 'issuer' then coalesce(card_issuer, '') when 'issuer_country' then coalesce(card_country, '')
                       when 'bin' then coalesce(card_bin, '') else method end = $4`;

/** Decided payments of the slice since it began ($5), before $6. */
export const CURRENT = `
  select count(*)::text as of, (count(*) filter (where outcome = 'declined'))::text as declined
    from (select *, $2::text as zone from (${OUTCOMES}) o) o
   where outcome in ('approved', 'declined') and ${SLICE} and at >= $5 and at < $6`;

/** Money at risk: the sales that were declined since it began and no later payment recovered, however often they were tried. */
export const AT_RISK = `
  select currency, sum(amount)::text as amount
    from (select distinct on (root) currency, amount
            from (select *, $2::text as zone from (${OUTCOMES}) o) o
           where outcome = 'declined' and recovered_by is null and ${SLICE} and at >= $5 and at < $6) sales
   group by currency`;

/** The hour in which it was found ($5) in the last 8 weeks, with the hours before and after. */
export const USUAL = `
  select count(*)::text as of, (count(*) filter (where outcome = 'declined'))::text as declined
    from (select *, $2::text as zone from (${OUTCOMES}) o) o
   where outcome in ('approved', 'declined') and ${SLICE}
     and exists (select from generate_series(1, 8) week
                  where at >= date_trunc('hour', $5::timestamptz, 'UTC') - week * interval '168 hours' - interval '1 hour'
                    and at < date_trunc('hour', $5::timestamptz, 'UTC') - week * interval '168 hours' + interval '2 hours')`;

/** Visa's category 1: the issuer will never approve. */
const NEVER = `('04', '07', '12', '14', '15', '41', '43', '46', '57', 'R0', 'R1', 'R3')`;

const tries = (within: string) => `
  (select count(*) from payments y
    where y.account_id = o.account_id and y.mode = o.mode and y.outcome = 'declined' and y.amount = o.amount and y.currency = o.currency
      and case when o.card_fingerprint is null then y.payment_method_id = o.payment_method_id
               else y.card_fingerprint = o.card_fingerprint end
      and y.created_at > now() - interval '${within}')`;

/** Declines of the slice since $5 that the merchant may retry: soft, under a live mandate, not tried or paid since, at most 7 days
 *  old, within the schemes' limits and five tries in 7 days. */
export const RETRYABLE = `
  select currency, count(*)::text as count, sum(amount)::text as amount
    from (select *, $2::text as zone from (${OUTCOMES}) o) o
   where outcome = 'declined' and status = 'failed' and amount_captured = 0 and kind = 'soft' and ${SLICE}
     and at >= greatest($5, now() - interval '7 days') and recovered_by is null and invoice_id is null
     and not (card_brand is not distinct from 'visa' and coalesce(network_decline_code, '') in ${NEVER})
     and coalesce(decline_code, '') not in ('authentication_required', 'authentication_error')
     and not exists (
       select from payments y
        where y.account_id = o.account_id and y.mode = o.mode and y.id > o.id and y.status <> 'canceled'
          and y.amount = o.amount and y.currency = o.currency and y.invoice_id is null
          and (y.customer_id = o.customer_id or y.payment_method_id = o.payment_method_id))
     and exists (select from payment_methods m where m.account_id = o.account_id and m.id = o.payment_method_id
                    and m.status = 'active' and m.reusable)
     and exists (select from mandates a where a.account_id = o.account_id and a.payment_method_id = o.payment_method_id
                    and a.status in ('pending', 'active')
                    and a.scheme = case o.method when 'sepa_debit' then 'sepa_core' when 'bacs_debit' then 'bacs' else 'card' end)
     and not (card_brand is not distinct from 'visa' and ${tries("30 days")} >= 16)
     and not (card_brand is not distinct from 'mastercard' and (${tries("24 hours")} >= 10 or ${tries("30 days")} >= 35))
     and ${tries("7 days")} < 5
   group by currency`;
