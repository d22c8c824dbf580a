import { randomUUID } from "node:crypto";
import { type APIResponse, expect, type Page } from "@playwright/test";

/** Whoever has a secret key of test mode: a `TestAccount`, or a key that a journey made. */
export type Caller = { test: { secret_key: string } };

/** The key that a journey read off the screen, as a caller. */
export const withKey = (secret: string): Caller => ({ test: { secret_key: secret } });

/** Calls the API as a merchant's server does, in test mode; each call is one of its own unless its headers
 *  say otherwise. */
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

/** Charges a card that works, of which `wishes` make what a journey needs. */
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

/** The same call, whose answer is the object that it made. */
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
