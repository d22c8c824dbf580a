import assert from "node:assert/strict";
import { test } from "node:test";
import type { PaymentWire } from "#lib/wire/contract/payments.ts";
import { openTill, VISA } from "#test/money.ts";

test("a card is charged: 201, the whole payment, one event, one transfer", async () => {
  const till = await openTill();
  const { body: customer } = await till.call("POST", "/v1/customers", { name: "Ada" });
  const { status, body } = await till.charge({
    customer: customer.id,
    description: "Order 6735",
    statement_descriptor: "LINDQVIST DESIGN",
    return_url: "https://shop.example/done",
    metadata: { order: "6735" },
  });
  assert.equal(status, 201);
  const { id, created, payment_method: method, ...rest } = body;
  assert.match(id, /^pay_/);
  assert.match(created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  assert.match(String(method), /^pm_(?!test_)/);
  assert.deepEqual(rest, {
    object: "payment",
    livemode: false,
    metadata: { order: "6735" },
    amount: 1999,
    amount_captured: 1999,
    amount_refunded: 0,
    currency: "EUR",
    status: "succeeded",
    method: "card",
    capture: "automatic",
    sca: "frictionless",
    next_action: null,
    redirect_url: null,
    settles: null,
    exemption: null,
    exemption_outcome: null,
    customer: customer.id,
    card: {
      brand: "visa",
      last4: "4242",
      bin: "424242",
      issuer: "Harbour & Vale Bank",
      country: "GB",
      funding: "credit",
    },
    acquirer_response: {
      eci: "05",
      liability_shift: true,
      avs_result: "not_checked",
      cvc_result: "match",
      arn: body.acquirer_response?.arn,
    },
    decline: null,
    description: "Order 6735",
    statement_descriptor: "LINDQVIST DESIGN",
    return_url: "https://shop.example/done",
    disputed: false,
    mandate: null,
    subscription: null,
    invoice: null,
    settlement: null,
    retry_of: null,
    expires_at: null,
  });
  const read = await till.call("GET", `/v1/payments/${id}`);
  assert.deepEqual([read.status, read.body], [200, body]);
  assert.deepEqual(await till.eventsOf(id), ["payment.succeeded"]);
  const [event] = await till.rows<{ data: object }>(
    "select data from events where account_id = $1",
  );
  assert.deepEqual(event?.data, body, "the event carries the object as it was answered");
  const transfers = await till.rows(
    "select kind, debit, credit, amount, currency, source_id from ledger_transfers where account_id = $1 order by id",
  );
  const cost = { debit: "merchant_balance", currency: "EUR", source_id: id };
  assert.deepEqual(transfers, [
    {
      kind: "capture",
      debit: "rail_clearing",
      credit: "merchant_balance",
      amount: 1999n,
      currency: "EUR",
      source_id: id,
    },
    // A British consumer's credit card at a German merchant: 1.5 %, 0.55 % + 4 ct, 0.25 % + 10 ct.
    { ...cost, kind: "interchange", credit: "interchange_fees", amount: 30n },
    { ...cost, kind: "scheme_fee", credit: "scheme_fees", amount: 15n },
    { ...cost, kind: "markup", credit: "markup_fees", amount: 15n },
  ]);
  const [entry] = await till.rows<object>(
    `select type, amount, fee, net, region, interchange_rate_bp as rate, payment_id
       from balance_transactions where account_id = $1`,
  );
  assert.deepEqual(entry, {
    type: "charge",
    amount: 1999n,
    fee: 60n,
    net: 1939n,
    region: "international",
    rate: 150,
    payment_id: id,
  });
});

test("a decline is a 402 with its codes and the failed payment, which is stored and sends an event", async () => {
  const till = await openTill();
  const answer = await till.charge({ payment_method: "pm_test_4000000000009995" });
  assert.equal(answer.status, 402);
  const { error } = answer.body;
  assert.deepEqual(
    [error.type, error.code, error.decline_code, error.network_decline_code, error.advice_code],
    ["card_error", "card_declined", "insufficient_funds", "51", "try_again_later"],
  );
  assert.equal(error.message, "The card has insufficient funds.");
  const failed = error.payment as unknown as PaymentWire;
  assert.equal(failed.status, "failed");
  assert.deepEqual(failed.decline, {
    code: "insufficient_funds",
    network_code: "51",
    advice_code: "try_again_later",
  });
  const kept = await till.call("GET", `/v1/payments/${failed.id}`);
  assert.deepEqual(kept.body, failed);
  assert.deepEqual(await till.eventsOf(failed.id), ["payment.failed"]);
  assert.deepEqual(await till.rows("select 1 from ledger_transfers where account_id = $1"), []);
});

test("each invalid parameter is named, and nothing is created", async () => {
  const till = await openTill();
  const cases: [params: object, param: string][] = [
    [{ amount: undefined }, "amount"],
    [{ amount: 0 }, "amount"],
    [{ amount: -5 }, "amount"],
    [{ amount: 10.5 }, "amount"],
    [{ amount: "12" }, "amount"],
    [{ amount: 100_000_000 }, "amount"],
    [{ currency: "eur" }, "currency"],
    [{ currency: "XXX" }, "currency"],
    [{ currency: undefined }, "currency"],
    [{ method: undefined }, "method"],
    [{ method: "cash" }, "method"],
    [{ method: "ideal" }, "payment_method"],
    [{ method: "blik" }, "currency"],
    [{ payment_method: undefined }, "payment_method"],
    [{ payment_method: "pm_test_4242424242424241" }, "payment_method"],
    [{ payment_method: "pm_test_x" }, "payment_method"],
    [{ capture: "later" }, "capture"],
    [{ exemption: "because" }, "exemption"],
    [{ statement_descriptor: "A".repeat(23) }, "statement_descriptor"],
    [{ statement_descriptor: "<script>" }, "statement_descriptor"],
    [{ statement_descriptor: "12345" }, "statement_descriptor"],
    [{ return_url: "javascript:alert(1)" }, "return_url"],
    [{ return_url: "shop" }, "return_url"],
    [{ metadata: { a: 1 } }, "metadata[a]"],
    [{ tip: 5 }, "tip"],
  ];
  for (const [params, param] of cases) {
    const { status, body } = await till.charge(params);
    assert.deepEqual(
      [status, body.error?.code, body.error?.param],
      [400, "parameter_invalid", param],
      JSON.stringify(params),
    );
  }
  const unknown: [params: object, param: string][] = [
    [{ payment_method: "pm_01kp0c5n7v3m8q2w4x6y9z1b5d" }, "payment_method"],
    [{ customer: "cus_01kp0c5n7v3m8q2w4x6y9z1b5d" }, "customer"],
  ];
  for (const [params, param] of unknown) {
    const { status, body } = await till.charge(params);
    assert.deepEqual([status, body.error.code, body.error.param], [404, "resource_missing", param]);
    const [id] = Object.values(params);
    assert.ok(body.error.message.endsWith(`: ${id}`), "the message names the object");
  }
  const { body } = await till.charge({ payment_method: "4242" });
  assert.equal(
    body.error.message,
    "No such payment method: payment_method must be an id that begins with pm_",
  );
  for (const table of ["payments", "payment_methods", "events", "idempotency_keys"]) {
    assert.deepEqual(await till.rows(`select 1 from ${table} where account_id = $1`), [], table);
  }
});

test("a form body charges like a JSON body", async () => {
  const till = await openTill();
  const form = new URLSearchParams({
    amount: "1250",
    currency: "GBP",
    method: "card",
    payment_method: VISA,
    "metadata[order]": "7",
  });
  const { status, body } = await till.call("POST", "/v1/payments", form);
  assert.equal(status, 201);
  assert.deepEqual([body.amount, body.currency, body.metadata], [1250, "GBP", { order: "7" }]);
});

test("a payment's description and metadata are changed, merged and removed in any status, without an event", async () => {
  const till = await openTill();
  const { body: made } = await till.charge({
    description: "Order 1",
    metadata: { order: "1", tier: "gold" },
  });
  const before = await till.eventsOf(made.id);
  const path = `/v1/payments/${made.id}`;
  const key = { "Idempotency-Key": "details-1" };
  const changes = { metadata: { order: "2", tier: "", crm: "88213" } };
  const changed = await till.call("POST", path, changes, key);
  assert.equal(changed.status, 200);
  assert.deepEqual(changed.body, { ...made, metadata: { order: "2", crm: "88213" } });
  const again = await till.call("POST", path, changes, key);
  assert.equal(again.headers.get("Service-Idempotent-Replay"), "true");
  const cleared = await till.call("POST", path, { description: null });
  assert.deepEqual(cleared.body, { ...changed.body, description: null });
  assert.deepEqual((await till.call("GET", path)).body, cleared.body);
  assert.deepEqual(await till.eventsOf(made.id), before);

  const full = Object.fromEntries(Array.from({ length: 49 }, (_, n) => [`key_${n}`, "x"]));
  for (const [body, param] of [
    [{ metadata: full }, "metadata"],
    [{ metadata: { note: "4242 4242 4242 4242" } }, "metadata[note]"],
    [{ description: "card 4242424242424242" }, "description"],
    [{ amount: 5 }, "amount"],
  ] as const) {
    const refused = await till.call("POST", path, body);
    assert.deepEqual([refused.status, refused.body.error.param], [400, param]);
  }
  const other = await openTill();
  assert.equal((await other.call("POST", path, { description: "mine" })).status, 404);
  const live = { authorization: `Bearer ${till.keys.live.secret}` };
  assert.equal((await till.call("POST", path, { description: "mine" }, live)).status, 404);
  const declined = await till.charge({ payment_method: "pm_test_4000000000009995" });
  const failed = await till.call(
    "POST",
    `/v1/payments/${declined.body.error.payment?.id}`,
    changes,
  );
  assert.deepEqual(failed.body.metadata, { order: "2", crm: "88213" });
});
