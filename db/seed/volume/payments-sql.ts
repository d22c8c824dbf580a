import { DECLINES, NOT_AUTHENTICATED, OUTAGE, PRICES, TROUBLED_ISSUER } from "../shop.ts";
import { byWeight, drawn, drawnFor, happens, idTail, lateTime, totalWeight } from "./draws.ts";
import { CARDS, METHODS, WITH_CARD } from "./market.ts";

/** Payments that the database generates, one after the other in time. Each has a number, and the draws for it decide
 * everything. One in forty is declined, and the next may retry it with the same purchase. All but the last select
 * end with `offset 0`, so that each value is drawn once. */

/** Card methods first, so that one comparison finds them. */
const METHODS_IN_ORDER = [
  ...METHODS.filter(([name]) => WITH_CARD.has(name)),
  ...METHODS.filter(([name]) => !WITH_CARD.has(name)),
];
const OF_METHODS = totalWeight(METHODS_IN_ORDER);
const WITH_CARD_UNTIL = totalWeight(METHODS_IN_ORDER.filter(([name]) => WITH_CARD.has(name)));
const CURRENCIES = [
  ["EUR", 84],
  ["GBP", 11],
  ["SEK", 5],
] as const;

const REFUSED_EACH = 40;
const RETRIES = 0.4;
const RETRY_FAILS = 0.42;
/** The rest of an issuer's declines, besides the one in forty. */
const REFUSES_ELSE = 0.65;

const codes = (softOnly: boolean) =>
  DECLINES.filter(([{ soft }]) => soft || !softOnly).map(
    ([{ code }, weight]) => [code, weight] as const,
  );
const reason = (softOnly: boolean) =>
  byWeight(drawn("n", "reason", totalWeight(codes(softOnly))), codes(softOnly));

const hasCard = (number: string) => `${drawn(number, "method", OF_METHODS)} < ${WITH_CARD_UNTIL}`;

const TIMED = `
  select s.first + j as n, s.time,
         s.from_ms + (s.span_ms * j + ((hashint8(s.first + j) & 1023) * s.span_ms) / 1024) / s.count as at_ms
    from volume_slots s cross join lateral generate_series(0, s.count - 1) j
   where s.first >= $3 and s.first < $4 offset 0`;

const PURCHASED = `
  select *, ${drawn("buys", "method", OF_METHODS)} as method_at,
         ${drawn("buys", "currency", totalWeight(CURRENCIES))} as currency_at,
         ${drawn("buys", "card", CARDS)} as card_at,
         (array[${PRICES.join(", ")}])[1 + ${drawn("buys", "price", PRICES.length)}]
           * (1 + ${drawn("buys", "pieces", 3)}) as price
    from (select *, case
                 when n % ${REFUSED_EACH} = 1 and ${hasCard("n - 1")} and ${happens("n", "again", 0.9)} then n - 1
                 when n % ${REFUSED_EACH} = 2 and ${hasCard("n - 2")} and ${happens("n - 1", "again", 0.9)}
                      and ${happens("n - 1", "refused", RETRY_FAILS)} and ${happens("n", "again", RETRIES)} then n - 2
                 else n end as buys
            from (${TIMED}) timed offset 0) bought offset 0`;

const PAID = `
  select p.n, p.time, p.at_ms, p.buys, ${byWeight("p.method_at", METHODS_IN_ORDER)} as method,
         case when c.number is null then 'EUR' else ${byWeight("p.currency_at", CURRENCIES)} end as currency,
         p.price, c.number is not null as has_card, c.brand, c.last4, c.bin, c.issuer, c.country, c.funding,
         c.fingerprint, c.refuses
    from (${PURCHASED}) p
    left join volume_cards c on c.number = case when p.method_at < ${WITH_CARD_UNTIL} then p.card_at end offset 0`;

const SHOWN = `
  select *, case when currency = 'SEK' then price * 11 else price end::bigint as amount,
         case when not has_card then null
              when currency = 'EUR' and price <= 3000 and ${happens("n", "low", 0.5)} then 'low_value'
              when ${happens("n", "trusted", 0.08)} then 'transaction_risk_analysis' end as exemption,
         has_card and n % ${REFUSED_EACH} = 0 as is_refused,
         issuer = '${TROUBLED_ISSUER}' and at_ms > $5::bigint and at_ms < $6::bigint
           and ${happens("n", "outage", 0.85)} as is_out
    from (${PAID}) paid offset 0`;

const AUTHENTICATED = `
  select *, exemption is not null and ${happens("n", "accepted", 0.9)} as is_exempt,
         has_card and ${happens("n", "challenged", 0.2)} as is_asked
    from (${SHOWN}) shown offset 0`;

const JUDGED = `
  select *, case
           when not has_card then case when ${happens("n", "left", 0.06)} then 'abandoned' else 'approved' end
           when is_refused then 'declined'
           when is_asked and not is_exempt and ${happens("n", "authenticated", 0.06)} then 'authentication_failed'
           when is_asked and not is_exempt and ${happens("n", "left", 0.07)} then 'abandoned'
           when is_out then 'declined'
           when ${happens("n", "refused", `case when buys < n then ${RETRY_FAILS} else refuses * ${REFUSES_ELSE} / 100 end`)}
           then 'declined' else 'approved' end as outcome
    from (${AUTHENTICATED}) authenticated offset 0`;

/** Hours after a payment until it is refunded or taken back by the bank. */
export const REFUNDED_AFTER = (id: string) => drawnFor(id, "refunded", 6, 9 * 24);
export const DISPUTED_AFTER = (id: string) => drawnFor(id, "disputed", 10 * 24, 40 * 24);

const FOLLOWED = `
  select *, outcome = 'approved' and ${happens("n", "refunded", 0.04)}
              and at_ms + ${REFUNDED_AFTER("id")} * 3600000::bigint < $7::bigint as is_refunded,
         outcome = 'approved' and not ${happens("n", "refunded", 0.04)} and ${happens("n", "disputed", 0.0006)}
              and at_ms + ${DISPUTED_AFTER("id")} * 3600000::bigint < $7::bigint as is_disputed,
         case outcome when 'authentication_failed' then '${NOT_AUTHENTICATED.code}'
              when 'declined' then case when is_out and not is_refused then '${OUTAGE.code}'
                when n % ${REFUSED_EACH} < 2 then ${reason(true)} else ${reason(false)} end end as decline
    from (select *, 'pay_' || time || ${lateTime("at_ms")}
                 || ${idTail("n", "$2")} as id
            from (${JUDGED}) judged offset 0) named offset 0`;

/** $1 account, $2 salt of its ids, from the slot that begins with $3 to before that of $4, an issuer's outage from $5
 * to $6, the present $7 (in ms). */
export const WRITE_PAYMENTS = `
  insert into payments (account_id, mode, id, status, outcome, amount, currency, method, amount_captured,
    amount_refunded, description, sca, exemption, exemption_outcome, decline_code, network_decline_code,
    advice_code, card_brand, card_last4, card_bin, card_issuer, card_country, card_funding,
    card_fingerprint, disputed, settlement_id, created_at, updated_at)
  select $1, 'test', f.id,
         case f.outcome when 'approved' then 'succeeded' when 'abandoned' then 'canceled' else 'failed' end,
         f.outcome, f.amount, f.currency, f.method,
         case f.outcome when 'approved' then f.amount else 0 end,
         case when not f.is_refunded then 0
              when ${happens("f.n", "partly", 0.3)} then f.amount * (20 + ${drawn("f.n", "part", 51)}) / 100
              else f.amount end,
         'Order ' || right(f.id, 8),
         case when not f.has_card then null when f.is_exempt then 'exempted'
              when f.is_asked then '3ds2' else 'frictionless' end,
         f.exemption,
         case when f.exemption is not null then case when f.is_exempt then 'accepted' else 'rejected' end end,
         d.code, d.network, d.advice, f.brand, f.last4, f.bin, f.issuer, f.country, f.funding,
         f.fingerprint, f.is_disputed, case f.outcome when 'approved' then s.id end,
         to_timestamp(f.at_ms::float8 / 1000), to_timestamp(f.at_ms::float8 / 1000)
    from (${FOLLOWED}) f
    left join volume_declines d on d.code = f.decline
    left join volume_settlements s on s.day = f.at_ms / 86400000 and s.currency = f.currency`;
