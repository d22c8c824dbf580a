import assert from "node:assert/strict";
import { test } from "node:test";
import type { PaymentMethodWire } from "#lib/wire/contract/payment-methods.ts";
import { type AnyBody, api } from "#test/api.ts";
import { openTill, type Till } from "#test/money.ts";

const client = api();
const PATH = "/v1/payment_methods";
const CARD = { number: "5555 5555 5555 4444", exp_month: 4, exp_year: 31, cvc: "9876" };

const fromBrowser = <T>(till: Till, body: object) =>
  client.call<T>(till.keys.test.publishable, "POST", PATH, body, { "Idempotency-Key": null });

test("a browser tokenises a card, and the server charges the token", async () => {
  const till = await openTill();
  const { body: customer } = await till.call("POST", "/v1/customers", { name: "Ada" });
  const params = { type: "card", card: CARD, metadata: { from: "web" } };
  const made = await fromBrowser<PaymentMethodWire>(till, params);
  assert.equal(made.status, 201);
  assert.equal(made.headers.get("Access-Control-Allow-Origin"), "*");
  const { id, created, card, ...rest } = made.body;
  assert.match(id, /^pm_/);
  assert.match(created, /Z$/);
  assert.deepEqual(rest, {
    object: "payment_method",
    livemode: false,
    metadata: { from: "web" },
    type: "card",
    status: "active",
    bank: null,
    network_token: false,
    reusable: true,
    customer: null,
  });
  const { fingerprint, ...facts } = card ?? {};
  assert.match(String(fingerprint), /^[0-9a-f]{20}$/);
  assert.deepEqual(facts, {
    brand: "mastercard",
    last4: "4444",
    exp_month: 4,
    exp_year: 2031,
    bin: "555555",
    issuer: "Nordlicht Bank",
    country: "DE",
    funding: "credit",
  });
  const kept = await till.call("POST", `${PATH}/${id}`, { customer: customer.id });
  assert.deepEqual([kept.status, kept.body], [200, { ...made.body, customer: customer.id }]);
  const read = await till.call("GET", `${PATH}/${id}`);
  assert.deepEqual(read.body, kept.body);
  const { body: list } = await till.call("GET", `${PATH}?customer=${customer.id}`);
  assert.deepEqual(
    list.data.map((method) => method.id),
    [id],
  );
  const paid = await till.charge({ payment_method: id });
  assert.deepEqual([paid.status, paid.body.customer], [201, customer.id]);
  const expanded = await till.call("GET", `/v1/payments/${paid.body.id}?expand[]=payment_method`);
  assert.deepEqual(expanded.body.payment_method, { ...kept.body, network_token: true });
});

test("the payment methods of a deleted customer are detached and cannot be charged", async () => {
  const till = await openTill();
  const { body: ada } = await till.call("POST", "/v1/customers", { name: "Ada" });
  const { body: eve } = await till.call("POST", "/v1/customers", { name: "Eve" });
  const madeFor = async (customer: string) =>
    (await till.call("POST", PATH, { type: "card", card: CARD, customer })).body.id;
  const [hers, others] = [await madeFor(ada.id), await madeFor(eve.id)];
  assert.equal((await till.call("DELETE", `/v1/customers/${ada.id}`)).status, 200);
  assert.equal((await till.call("GET", `${PATH}/${hers}`)).body.status, "detached");
  const refused = await till.charge({ payment_method: hers });
  assert.deepEqual([refused.status, refused.body.error.param], [400, "payment_method"]);
  assert.match(refused.text, /detached/);
  assert.equal((await till.charge({ payment_method: others })).status, 201);
});

test("a publishable key tokenises and cannot change customers", async () => {
  const till = await openTill();
  const { body: customer } = await till.call("POST", "/v1/customers", { name: "Ada" });
  const params = { type: "card", card: CARD };
  const answer = await fromBrowser<AnyBody>(till, { ...params, customer: customer.id });
  assert.deepEqual(
    [answer.status, answer.body.error.code, answer.body.error.param],
    [403, "key_scope", "customer"],
  );
  const { body: method } = await fromBrowser<PaymentMethodWire>(till, params);
  const { publishable } = till.keys.test;
  const path = `${PATH}/${method.id}`;
  const attached = await client.call(publishable, "POST", path, { customer: customer.id });
  assert.equal(attached.status, 403);
  assert.equal((await till.call<PaymentMethodWire>("GET", path)).body.customer, null);
});

test("a method is attached once: to no second customer, no other merchant's, and only by its owner", async () => {
  const till = await openTill();
  const other = await openTill();
  const { body: ada } = await till.call("POST", "/v1/customers", { name: "Ada" });
  const { body: eve } = await till.call("POST", "/v1/customers", { name: "Eve" });
  const { body: theirs } = await other.call("POST", "/v1/customers", { name: "Bea" });
  const { body: method } = await fromBrowser<PaymentMethodWire>(till, { type: "card", card: CARD });
  const path = `${PATH}/${method.id}`;
  const refused = async (of: typeof till, customer: string) => {
    const { status, body } = await of.call("POST", path, { customer });
    return [status, body.error?.param];
  };
  assert.deepEqual(await refused(till, theirs.id), [404, "customer"]);
  assert.deepEqual(await refused(other, theirs.id), [404, undefined]);
  const rivals = await Promise.all(
    [ada.id, eve.id].map((customer) => till.call("POST", path, { customer })),
  );
  assert.deepEqual(rivals.map(({ status }) => status).sort(), [200, 409]);
});

test("one card has one fingerprint per merchant", async () => {
  const print = async (till: Awaited<ReturnType<typeof openTill>>) => {
    const { body } = await till.call<PaymentMethodWire>("POST", PATH, { type: "card", card: CARD });
    return body.card?.fingerprint;
  };
  const [one, other] = [await openTill(), await openTill()];
  assert.equal(await print(one), await print(one));
  assert.notEqual(await print(one), await print(other));
});

test("a real card is refused in test mode, and the message says why", async () => {
  const till = await openTill();
  const card = { ...CARD, number: "4539578763621486" };
  const { status, body, text } = await till.call("POST", PATH, { type: "card", card });
  assert.equal(status, 402);
  assert.deepEqual(
    [body.error.code, body.error.decline_code],
    ["card_declined", "test_mode_live_card"],
  );
  assert.match(body.error.message, /real card number/);
  assert.ok(!text.includes("4539578763621486"));
  const token = await till.charge({ payment_method: "pm_test_4539578763621486" });
  assert.deepEqual([token.status, token.body.error.decline_code], [402, "test_mode_live_card"]);
  assert.ok(!token.text.includes("4539578763621486"));
});

test("each invalid parameter is named, and no number is repeated in the message", async () => {
  const till = await openTill();
  const cases: [changes: object, param: string][] = [
    [{ number: "4242424242424241" }, "card[number]"],
    [{ number: "4242" }, "card[number]"],
    [{ number: "abc" }, "card[number]"],
    [{ number: 4242424242424242 }, "card[number]"],
    [{ number: undefined }, "card[number]"],
    [{ exp_month: 13 }, "card[exp_month]"],
    [{ exp_year: 2020 }, "card[exp_year]"],
    [{ exp_year: 2199 }, "card[exp_year]"],
    [{ cvc: "12" }, "card[cvc]"],
    [{ pin: "1" }, "card[pin]"],
  ];
  for (const [changes, param] of cases) {
    const body = { type: "card", card: { ...CARD, ...changes } };
    const answer = await till.call("POST", PATH, body);
    assert.deepEqual([answer.status, answer.body.error?.param], [400, param]);
    assert.doesNotMatch(answer.text, /4242424242424/);
  }
  const others: [body: object, status: number, param: string][] = [
    [{ type: "card" }, 400, "card"],
    [{ type: "sepa_debit", card: CARD }, 400, "card"],
    [{ type: "card", card: CARD, customer: "cus_01kp0c5n7v3m8q2w4x6y9z1b5d" }, 404, "customer"],
  ];
  for (const [body, status, param] of others) {
    const answer = await till.call("POST", PATH, body);
    assert.deepEqual([answer.status, answer.body.error?.param], [status, param]);
  }
  assert.deepEqual(await till.rows("select 1 from payment_methods where account_id = $1"), []);
});

test("a repeated tokenisation creates one payment method", async () => {
  const till = await openTill();
  const key = { "Idempotency-Key": "tokenise" };
  const first = await till.call("POST", PATH, { type: "card", card: CARD }, key);
  const again = await till.call("POST", PATH, { type: "card", card: CARD }, key);
  assert.deepEqual([first.status, again.status, again.text], [201, 200, first.text]);
  assert.equal((await till.rows("select 1 from payment_methods where account_id = $1")).length, 1);
});

test("a repeated tokenisation gets the stored response even if its customer was deleted", async () => {
  const till = await openTill();
  const { body: ada } = await till.call("POST", "/v1/customers", { name: "Ada" });
  const key = { "Idempotency-Key": "tokenise for Ada" };
  const params = { type: "card", card: CARD, customer: ada.id };
  const first = await till.call("POST", PATH, params, key);
  await till.call("DELETE", `/v1/customers/${ada.id}`);
  const again = await till.call("POST", PATH, params, key);
  assert.deepEqual([first.status, again.status, again.text], [201, 200, first.text]);
  const other = await till.call("POST", PATH, { ...params, customer: "cus_gone" }, key);
  assert.equal(other.body.error.code, "idempotency_conflict");
});

test("a method that belongs to another customer is not charged", async () => {
  const till = await openTill();
  const { body: ada } = await till.call("POST", "/v1/customers", { name: "Ada" });
  const { body: eve } = await till.call("POST", "/v1/customers", { name: "Eve" });
  const params = { type: "card", card: CARD, customer: ada.id };
  const { body: method } = await till.call("POST", PATH, params);
  const answer = await till.charge({ payment_method: method.id, customer: eve.id });
  assert.deepEqual([answer.status, answer.body.error.param], [400, "payment_method"]);
});

test("4000000000000341 is charged once; every later charge of that token is declined", async () => {
  const till = await openTill();
  const card = { ...CARD, number: "4000000000000341" };
  const { body: method } = await till.call("POST", PATH, { type: "card", card });
  assert.equal((await till.charge({ payment_method: method.id })).status, 201);
  for (const _ of [1, 2]) {
    assert.equal((await till.charge({ payment_method: method.id })).status, 402);
  }
});

test("a publishable key can list the methods for a country", async () => {
  const { keys } = await openTill();
  const path = `${PATH}/available?country=`;
  const { status, body } = await client.call(keys.test.publishable, "GET", `${path}DE`);
  assert.equal(status, 200);
  const cards = ["card", "apple_pay", "google_pay"].map((method) => ({ method, currencies: null }));
  const euros = ["sepa_debit", "sepa_instant"].map((method) => ({ method, currencies: ["EUR"] }));
  assert.deepEqual(body.methods, [...cards, ...euros]);
  const wrong = await client.call(keys.test.publishable, "GET", `${path}Germany`);
  assert.deepEqual([wrong.status, wrong.body.error.param], [400, "country"]);
});
