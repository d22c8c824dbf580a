import { getPool } from "#db/client.ts";
import { DAY_MS, MINUTE_MS, nowMs, SECOND_MS } from "#lib/kernel/clock.ts";
import type { PaymentWire } from "#lib/wire/contract/payments.ts";
import type { RefundWire } from "#lib/wire/contract/refunds.ts";
import { type AnyBody, type ApiResponse, api } from "./api.ts";
import { createMerchant, type Merchant } from "./merchant.ts";

export const VISA = "pm_test_4242424242424242";

/** The payer's agreement, required for a first debit. */
export const AGREED = { mandate_data: { accepted_ip: "192.0.2.7" } };

type Headers = Readonly<Record<string, string | null>>;
type Failure = Pick<AnyBody, "error">;

/** Rate limits that these tests never reach. */
const NO_LIMITS = JSON.stringify({ writes: 100_000, reads: 100_000, lists: 100_000 });

/** A fresh merchant that charges and refunds through the API, with reads of its books. */
export type Till = Merchant & {
  key: string;
  call<T = AnyBody>(
    method: string,
    path: string,
    body?: object | string,
    headers?: Headers,
  ): Promise<ApiResponse<T & Failure>>;
  charge(params?: object, headers?: Headers): Promise<ApiResponse<PaymentWire & Failure>>;
  refund(params: object, headers?: Headers): Promise<ApiResponse<RefundWire & Failure>>;
  rows<T extends object>(sql: string): Promise<T[]>;
  /** Types of the events about an object, oldest first. */
  eventsOf(objectId: string): Promise<string[]>;
};

export async function openTill(): Promise<Till> {
  const merchant = await createMerchant();
  const lift = "update accounts set rate_limits = $2::jsonb where id = $1";
  await getPool().query(lift, [merchant.account.id, NO_LIMITS]);
  const client = api();
  const key = merchant.keys.test.secret;
  const rows = async <T extends object>(sql: string): Promise<T[]> =>
    (await getPool().query(sql, [merchant.account.id])).rows as T[];
  return {
    ...merchant,
    key,
    rows,
    call: (method, path, body, headers) => client.call(key, method, path, body, headers),
    charge: (params, headers) =>
      client.call(key, "POST", "/v1/payments", { ...CHARGE, ...params }, headers),
    refund: (params, headers) => client.call(key, "POST", "/v1/refunds", params, headers),
    async eventsOf(objectId) {
      const found = await rows<{ type: string; object_id: string }>(
        "select type, object_id from events where account_id = $1 order by id",
      );
      return found.filter((row) => row.object_id === objectId).map((row) => row.type);
    },
  };
}

/** A merchant whose sandbox clock has just passed a cut-off (00:00 UTC), at any time of day: what happens in
 *  the next hours belongs to the next cut-off. */
export async function openTillAfterCutOff(): Promise<Till> {
  const till = await openTill();
  const toMidnightMs = DAY_MS - (nowMs() % DAY_MS);
  const seconds = Math.ceil((toMidnightMs + MINUTE_MS) / SECOND_MS);
  await till.call("POST", "/v1/test/clock/advance", { seconds });
  return till;
}

const CHARGE = { amount: 1999, currency: "EUR", method: "card", payment_method: VISA };
