import { randomUUID } from "node:crypto";
import { type APIResponse, expect, type Page } from "@playwright/test";

/** A caller with a secret test key: a `TestAccount`, or a key that a journey created. */
export type Caller = { test: { secret_key: string } };

/** A caller with a key that the journey read from the screen. */
export const withKey = (secret: string): Caller => ({ test: { secret_key: secret } });

/** Calls the API as a merchant's server does, in test mode. Each POST has a new idempotency key unless the
 *  headers set one. */
export function post(
  page: Page,
  { test: keys }: Caller,
  path: `/v1/${string}`,
  data: object,
  headers: Record<string, string> = {},
): Promise<APIResponse> {
  return page.request.post(path, {
    headers: {
      authorization: `Bearer ${keys.secret_key}`,
      "idempotency-key": randomUUID(),
      ...headers,
    },
    data,
  });
}

/** Charges a test card that succeeds; `params` override the defaults. */
export function pay(
  page: Page,
  merchant: Caller,
  params: object = {},
  headers: Record<string, string> = {},
): Promise<APIResponse> {
  const order = {
    amount: 1_290,
    currency: "EUR",
    method: "card",
    payment_method: "pm_test_4242424242424242",
  };
  return post(page, merchant, "/v1/payments", { ...order, ...params }, headers);
}

/** Makes a call and returns the created object. */
export async function make(
  ...call: Parameters<typeof post>
): Promise<ReturnType<typeof JSON.parse>> {
  const answer = await post(...call);
  expect(answer.ok(), await answer.text()).toBe(true);
  return await answer.json();
}

/** Reads an object as a merchant's server does. */
export async function get(
  page: Page,
  { test: keys }: Caller,
  path: `/v1/${string}`,
): Promise<ReturnType<typeof JSON.parse>> {
  const headers = { authorization: `Bearer ${keys.secret_key}` };
  const answer = await page.request.get(path, { headers });
  expect(answer.ok(), await answer.text()).toBe(true);
  return await answer.json();
}
