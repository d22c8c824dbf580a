import { getPool } from "#db/client.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Merchant } from "./merchant.ts";

type Batch = {
  mode?: Mode;
  from: Date;
  to: Date;
  count: number;
  /** Every how many-th payment is declined: 1 all, 0 none. */
  declinedEvery: number;
  code?: string;
  issuer?: string;
  bin?: string;
  country?: string;
  /** One card for all, with one amount: retries. */
  card?: string;
};

let made = 0;

/** Decided payments in equal distances, with their facts for the rollups. */
export async function paymentsBetween(merchant: Merchant, batch: Batch): Promise<void> {
  const { mode = "test", from, to, count, declinedEvery, code = "do_not_honor", card } = batch;
  const { issuer = "Nordlicht Bank", bin = "400001", country = "DE" } = batch;
  const isDeclined = "$5::int > 0 and n % greatest($5, 1) = $5 / 2";
  await getPool().query(
    `with made as (
       insert into payments (account_id, id, mode, status, amount, currency, method, outcome, decline_code,
                             advice_code, card_brand, card_last4, card_bin, card_issuer, card_country,
                             card_fingerprint, created_at, updated_at)
       select $1, 'pay_' || $6 || lpad(n::text, 8, '0'), $2, case when ${isDeclined} then 'failed' else 'succeeded' end,
              1000, 'EUR', 'card', case when ${isDeclined} then 'declined' else 'approved' end,
              case when ${isDeclined} then $7 end, case when ${isDeclined} then 'try_again_later' end,
              'visa', '4242', $8, $9, $10, coalesce($11::text, $6 || n), at, at
         from generate_series(1, $4::int) n
        cross join lateral (select $3::timestamptz + n * ($12::timestamptz - $3::timestamptz) / $4::int as at) t
       returning account_id, id, mode, outcome
     )
     insert into payment_outcomes (account_id, mode, payment_id, outcome)
     select account_id, mode, id, outcome from made`,
    [
      ...[merchant.account.id, mode, from, count, declinedEvery],
      ...[`w${String(++made).padStart(9, "0")}`, code, bin, issuer, country, card ?? null, to],
    ],
  );
}

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** Three hours before `to`, and the six around the same time of the three weeks before: each hour 20 payments of Nordlicht
 *  Bank and 20 of Donaubank, of which 10 % are declined. */
export async function usualWeeks(merchant: Merchant, to: Date, mode: Mode = "test"): Promise<void> {
  for (const week of [3, 2, 1, 0]) {
    const from = dateFromMs(to.getTime() - week * WEEK_MS - 3 * HOUR_MS);
    const until = week === 0 ? to : dateFromMs(from.getTime() + 6 * HOUR_MS);
    const usual = { mode, from, to: until, count: week === 0 ? 60 : 120, declinedEvery: 10 };
    await paymentsBetween(merchant, { ...usual, code: "insufficient_funds" });
    await paymentsBetween(merchant, { ...usual, ...DONAUBANK, code: "do_not_honor" });
  }
}

export const DONAUBANK = { issuer: "Donaubank", bin: "400003", country: "AT" };
