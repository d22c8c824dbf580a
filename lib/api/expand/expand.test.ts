import assert from "node:assert/strict";
import { test } from "node:test";
import { createKey } from "#lib/domain/keys/index.ts";
import { type AnyBody, api } from "#lib/testing/api.ts";
import { createMerchant } from "#lib/testing/merchant.ts";
import { ENDPOINTS } from "../endpoints.ts";
import { expandPathsOf } from "./paths.ts";

const client = api();
type Nested = AnyBody & { customer: AnyBody; payment_method: AnyBody; payment: Nested };

async function setUp() {
  const merchant = await createMerchant();
  const key = merchant.keys.test.secret;
  const post = async (path: string, body: object) => {
    const answer = await client.call<Nested>(key, "POST", path, body);
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  const customer = await post("/v1/customers", { name: "Ada" });
  const charge = { amount: 1000, currency: "EUR", method: "card" };
  const payment = await post("/v1/payments", {
    ...charge,
    payment_method: "pm_test_4242424242424242",
    customer: customer.id,
  });
  const refund = await post("/v1/refunds", { payment: payment.id, amount: 100 });
  const get = (path: string, as = key) => client.call<Nested>(as, "GET", path);
  return { ...merchant, customer, payment, refund, get };
}

test("related objects are inlined, one within another, also inside lists", async () => {
  const { customer, payment, refund, get } = await setUp();
  const one = await get(`/v1/payments/${payment.id}?expand[]=customer&expand[]=payment_method`);
  assert.equal(one.body.customer.name, "Ada");
  assert.equal(one.body.payment_method.object, "payment_method");
  const deep = await get(`/v1/refunds/${refund.id}?expand[]=payment.customer`);
  assert.equal(deep.body.payment.id, payment.id);
  assert.deepEqual(deep.body.payment.customer, { ...customer });
  const list = await get("/v1/payments?expand[]=data.customer");
  assert.deepEqual((list.body.data as Nested[])[0]?.customer, { ...customer });
  const plain = await get(`/v1/payments/${payment.id}`);
  assert.equal(plain.body.customer, customer.id);
});

test("what is inlined is in the caller's version", async () => {
  const { refund, keys } = await setUp();
  const path = `/v1/refunds/${refund.id}?expand[]=payment`;
  const headers = { "Service-Version": "2025-04-01" };
  const { body } = await client.call<Nested>(keys.test.secret, "GET", path, undefined, headers);
  assert.ok("decline_code" in body.payment && !("decline" in body.payment));
  assert.ok("redirect" in body.payment && !("redirect_url" in body.payment));
});

test("a restricted key sees nothing through another object that it may not read", async () => {
  const { ctx, payment, get } = await setUp();
  const scopes = ["payments:read"];
  const { plaintext } = await createKey(ctx.test, { kind: "secret", name: "Narrow", scopes });
  assert.equal((await get(`/v1/payments/${payment.id}`, plaintext)).status, 200);
  const refused = await get(`/v1/payments/${payment.id}?expand[]=customer`, plaintext);
  assert.deepEqual([refused.status, refused.body.error.code], [403, "key_scope"]);
});

test("an unknown path is refused, and a path has at most four fields", async () => {
  const { payment, get } = await setUp();
  const refused = await get(`/v1/payments/${payment.id}?expand[]=customer.invoices`);
  assert.deepEqual([refused.status, refused.body.error.param], [400, "expand"]);
  for (const { route } of ENDPOINTS) {
    for (const path of expandPathsOf(route)) {
      assert.ok(path.replace(/^data\./, "").split(".").length <= 4, path);
    }
  }
});
