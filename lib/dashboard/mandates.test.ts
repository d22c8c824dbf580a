import assert from "node:assert/strict";
import { test } from "node:test";
import { transact } from "#db/transact.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import { signedIn } from "#test/dashboard.ts";
import { createMerchant } from "#test/merchant.ts";
import { AGREED, openTill, type Till } from "#test/money.ts";

const attempt = () => crypto.randomUUID();

async function debit(till: Till, account: object, method: string, currency: string) {
  const body = { type: method, [method]: account };
  const made = await till.call("POST", "/v1/payment_methods", body);
  return (await till.charge({ method, currency, payment_method: made.body.id, ...AGREED })).body;
}
const sepa = (till: Till) => debit(till, { iban: "DE89370400440532013000" }, "sepa_debit", "EUR");
const bacs = (till: Till) =>
  debit(till, { sort_code: "108800", account_number: "00012345" }, "bacs_debit", "GBP");

const ids = (body: { mandates: { id: string }[] }) => body.mandates.map(({ id }) => id);

test("mandates are listed with their account, and filtered by status, scheme and text", async () => {
  const till = await openTill();
  const [first, second] = [(await sepa(till)).mandate, (await bacs(till)).mandate];
  const visitor = await signedIn(till);
  const { body } = await visitor.get("/test/mandates");
  assert.deepEqual([body.total, ids(body)], [2, [second, first]]);
  assert.deepEqual(body.mandates[1].source, {
    method: "sepa_debit",
    brand: null,
    last4: "3000",
    country: "DE",
  });
  const reference = body.mandates[0].reference;
  const cases: [query: string, expected: unknown[]][] = [
    ["status=active", [first]],
    ["status=pending,failed", [second]],
    ["scheme=bacs", [second]],
    [`q=${reference}`, [second]],
    [`q=${first}`, [first]],
    ["q=nobody", []],
  ];
  for (const [query, expected] of cases) {
    assert.deepEqual(ids((await visitor.get(`/test/mandates?${query}`)).body), expected, query);
  }
  assert.deepEqual(ids((await visitor.get("/live/mandates")).body), []);
});

test("a mandate's screen has its debits, and it is revoked once per attempt, with the permission", async () => {
  const till = await openTill();
  const payment = await sepa(till);
  const path = `/test/mandates/${payment.mandate}`;
  const visitor = await signedIn(till);
  const { body } = await visitor.get(path);
  assert.deepEqual(
    [body.status, body.payments.map(({ id }: { id: string }) => id), body.events.length],
    ["active", [payment.id], 1],
  );
  const seen = (await visitor.get(`/test/payments/${payment.id}`)).body;
  assert.deepEqual(seen.mandate, { id: payment.mandate, scheme: "sepa_core", status: "active" });
  assert.deepEqual(seen.bank, { last4: "3000", country: "DE", code: "37040044" });
  const other = await createMerchant();
  const stranger = await signedIn(other);
  assert.equal((await stranger.get(path)).status, 404);
  assert.equal((await stranger.post(`${path}/revoke`, { attempt: attempt() })).status, 404);
  const member = { accountId: till.account.id, userId: other.userId, role: "read_only" } as const;
  await transact((tx) => addMemberIn(tx, member));
  await stranger.post("/session/account", { account: till.account.id });
  const refused = await stranger.post(`${path}/revoke`, { attempt: attempt() });
  assert.deepEqual([refused.status, refused.body.error.code], [403, "role_insufficient"]);
  const press = { attempt: attempt() };
  const done = await visitor.post(`${path}/revoke`, press);
  assert.deepEqual([done.status, done.body.status], [200, "revoked"]);
  assert.equal((await visitor.post(`${path}/revoke`, press)).status, 200);
  assert.equal((await visitor.post(`${path}/revoke`, { attempt: attempt() })).status, 409);
  assert.deepEqual((await visitor.get(path)).body.revocation, { source: "merchant", code: null });
});

test("a bank payment's screen shows its progress at the bank", async () => {
  const till = await openTill();
  const params = { amount: 4_200, currency: "EUR", bank_id: "bank_ok", reference: "Order 7" };
  const { body: started } = await till.call("POST", "/v1/bank_payments", params);
  const visitor = await signedIn(till);
  const { body } = await visitor.get(`/test/payments/${started.id}`);
  assert.deepEqual(
    [body.instrument.method, body.bankPayment.status, body.bankPayment.reference],
    ["bank_payment", "authorization_required", "Order 7"],
  );
  const list = (await visitor.get("/test/payments?method=bank_payment")).body;
  assert.equal(list.payments[0].id, started.id);
  const json = await visitor.get(`/test/payments/${started.id}/json`);
  assert.equal(json.status, 200);
});

test("the demo checkout redirects a payer to their bank, once per attempt", async () => {
  const visitor = await signedIn(await createMerchant());
  const press = { method: "ideal", attempt: attempt() };
  const sent = await visitor.post("/test/checkout/payments", press);
  assert.deepEqual([sent.body.status, sent.body.instrument.method], ["requires_action", "ideal"]);
  assert.match(sent.body.redirectUrl, /\/bank\//);
  const again = await visitor.post("/test/checkout/payments", press);
  assert.equal(again.body.id, sent.body.id);
  const wrong = await visitor.post("/test/checkout/payments", {
    method: "blik",
    attempt: attempt(),
  });
  assert.equal(wrong.status, 400);
});
