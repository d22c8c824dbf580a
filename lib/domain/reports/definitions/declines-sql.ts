import { recoveredBySql, retryOfSql } from "#lib/domain/analytics/index.ts";
import { AMOUNT_BANDS } from "#lib/kernel/money.ts";
import { type Columns, utc } from "./column.ts";

/** Whether the advice code permits a retry; `data`: with corrected card data. A decline without advice is soft, as in
 *  figures and lists. */
const SOFT_HARD = `case p.advice_code when 'do_not_try_again' then 'hard'
  when 'confirm_card_data' then 'data' else 'soft' end`;

const [LOWEST_BAND, ...BANDS] = AMOUNT_BANDS;
const reaches = BANDS.reverse().map((band) => `when p.amount >= ${band} then '${band}'`);

/** A payment belongs to the highest amount band that it reaches. */
export const AMOUNT_BAND = `case ${reaches.join(" ")} else '${LOWEST_BAND}' end`;

/** `0` to `23`, in the report's zone. */
export const HOUR = "to_char(p.created_at, 'FMHH24')";

/** Declines: every payment that was declined, by its creation time (decisions §6). */
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
  // These read the same facts as the figures of the screen, rolled up or not.
  retry_of: { kind: "code", sql: retryOfSql(":account") },
  recovered_by: { kind: "code", sql: recoveredBySql(":account") },
};
