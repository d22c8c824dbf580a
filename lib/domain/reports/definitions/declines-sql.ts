import { AMOUNT_BANDS } from "#lib/kernel/money.ts";
import { type Columns, utc } from "./column.ts";

/** Whether to try again, as the scheme advises; where the card's data were wrong, with other data. Without
 *  advice nothing speaks against it: so figures and lists count it too. */
const SOFT_HARD = `case p.advice_code when 'do_not_try_again' then 'hard'
  when 'confirm_card_data' then 'data' else 'soft' end`;

const [LOWEST_BAND, ...BANDS] = AMOUNT_BANDS;
const reaches = BANDS.reverse().map((band) => `when p.amount >= ${band} then '${band}'`);

/** A payment belongs to the last band of amounts that it reaches. */
export const AMOUNT_BAND = `case ${reaches.join(" ")} else '${LOWEST_BAND}' end`;

/** `0` to `23`, of the clock in the zone of the report. */
export const HOUR = "to_char(p.created_at, 'FMHH24')";

/** Declines: every payment that the network refused, by its creation (decisions §6). */
export const DECLINES: Columns = {
  payment_id: { kind: "code", sql: "p.id" },
  created: { kind: "code", sql: utc("p.created_at") },
  amount: { kind: "minor", sql: "p.amount", sum: "sum(p.amount)" },
  currency: { kind: "code", sql: "p.currency", groups: true },
  method: { kind: "code", sql: "p.method", groups: true },
  scheme: { kind: "text", sql: "p.card_brand", groups: true },
  bin: { kind: "text", sql: "p.card_bin", groups: true },
  issuer_name: { kind: "text", sql: "p.card_issuer", groups: true },
  issuer_country: { kind: "text", sql: "p.card_country", groups: true },
  decline_code: { kind: "text", sql: "p.decline_code", groups: true },
  network_decline_code: { kind: "text", sql: "p.network_decline_code", groups: true },
  advice_code: { kind: "text", sql: "p.advice_code", groups: true },
  soft_hard: { kind: "code", sql: SOFT_HARD, groups: true },
  sca: { kind: "code", sql: "p.sca", groups: true },
  exemption_requested: { kind: "code", sql: "p.exemption", groups: true },
  exemption_outcome: { kind: "code", sql: "p.exemption_outcome", groups: true },
  retry_of: {
    kind: "code",
    sql: `(select r.retry_of from payment_retries r
            where r.account_id = p.account_id and r.payment_id = p.id)`,
  },
  recovered_by: {
    kind: "code",
    // The first success of the chain after it: one look-up in the index of the chain's successes, in its order.
    sql: `(select s.payment_id from payment_retries d
            cross join lateral (
              select r.payment_id from payment_retries r
               where r.account_id = d.account_id and r.chain = d.chain and r.recovered
                 and (r.created_at, r.payment_id) > (d.created_at, d.payment_id)
               order by r.account_id, r.chain, r.created_at, r.payment_id limit 1) s
            where d.account_id = p.account_id and d.payment_id = p.id and d.declined)`,
  },
};
