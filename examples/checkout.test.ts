// The sample shop on a service that refuses calls for a while.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { openShop } from "../e2e/support/shop.ts";

type Call = { path: string; key: string | undefined; body: Record<string, unknown>; atMs: number };

const open: { close(): void }[] = [];
after(() => {
  for (const one of open) one.close();
});

/** A service that answers the first calls with 429. */
async function refusing(times: number, retryAfter: string) {
  const calls: Call[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const key = request.headers["idempotency-key"] as string | undefined;
    calls.push({ path: request.url!, key, body: JSON.parse(text), atMs: performance.now() });
    const refused = calls.length <= times;
    response.writeHead(refused ? 429 : 201, refused ? { "Retry-After": retryAfter } : {});
    const error = { code: "rate_limited", message: "Too many calls." };
    response.end(JSON.stringify(refused ? { error } : { id: "pay_1", status: "succeeded" }));
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  open.push(server);
  return { calls, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const KEYS = { secret_key: "sk_test_shop", publishable_key: "pk_test_shop" };

async function shopOn(service: string): Promise<string> {
  const shop = await openShop({ test: KEYS }, service);
  open.push({ close: () => void shop.close() });
  return shop.url;
}

const ORDER = { order: "order-1", country: "DE", payment_method: "pm_1" };

async function pay(shop: string, order: object = ORDER) {
  const response = await fetch(`${shop}/pay`, { method: "POST", body: JSON.stringify(order) });
  return (await response.json()) as { status: string; error?: { code: string } };
}

test("the shop waits after a 429 as long as the answer says, and calls again with the same key", async () => {
  const service = await refusing(1, "1");
  const payment = await pay(await shopOn(service.url));
  assert.equal(payment.status, "succeeded");
  const [first, second, ...more] = service.calls;
  assert.deepEqual(more, []);
  assert.equal(second!.key, first!.key);
  assert.deepEqual(second!.body, first!.body);
  const waited = second!.atMs - first!.atMs;
  assert.ok(waited >= 1_000, `${waited} ms`);
});

test("the shop lets no payer wait longer than 10 s for a limit", async () => {
  const service = await refusing(9, "30");
  const payment = await pay(await shopOn(service.url));
  assert.deepEqual([payment.status, payment.error?.code], ["failed", "rate_limited"]);
  assert.equal(service.calls.length, 1);
});

test("the shop says that the payer of a debit agreed, and from where", async () => {
  const service = await refusing(0, "1");
  const shop = await shopOn(service.url);
  await pay(shop, { ...ORDER, method: "sepa_debit" });
  await pay(shop);
  const [debit, card] = service.calls;
  const { accepted_ip: address } = debit!.body.mandate_data as { accepted_ip: string };
  assert.match(address, /^(127\.0\.0\.1|::1)$/);
  assert.equal(card!.body.mandate_data, undefined);
});
