import assert from "node:assert/strict";
import { test } from "node:test";
import { revokeKey } from "#lib/domain/keys/index.ts";
import { DAY_MS, dateFromMs, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import { api } from "#test/api.ts";
import { signedIn } from "#test/dashboard.ts";
import { createUpcomingPartitions } from "#test/hook-rows.ts";
import { createMerchant } from "#test/merchant.ts";
import { openTill } from "#test/money.ts";
import { requestRow } from "#test/request-rows.ts";

const CHARGE = {
  amount: 1290,
  currency: "EUR",
  method: "card",
  payment_method: "pm_test_4242424242424242",
};

const ids = (body: { requests: { id: string }[] }) => body.requests.map(({ id }) => id);

test("a failed request is found by its id, with its body and error", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const key = merchant.keys.test.secret;
  const headers = {
    "Idempotency-Key": "order-1",
    "User-Agent": "shop/1.2",
    "X-Forwarded-For": "203.0.113.9",
  };
  const refused = await api().call(key, "POST", "/v1/payments", { ...CHARGE, amount: -5 }, headers);
  const requestId = refused.headers.get("service-request-id") ?? "";
  const list = (await visitor.get(`/test/logs?q=${requestId}`)).body;
  assert.equal(list.total, 1);
  const [line] = list.requests;
  assert.deepEqual(
    [line.id, line.method, line.path, line.status, line.errorCode],
    [requestId, "POST", "/v1/payments", 400, "parameter_invalid"],
  );
  const shown = (await visitor.get(`/test/logs/${requestId}`)).body;
  assert.equal(shown.route, "create_payment");
  assert.equal(shown.address, "203.0.113.9");
  assert.equal(shown.userAgent, "shop/1.2");
  assert.equal(shown.idempotencyKey, "order-1");
  assert.equal(
    shown.key.hint,
    (await visitor.get("/test/keys")).body.keys.find(
      (one: { id: string }) => one.id === shown.key.id,
    ).hint,
  );
  assert.equal(JSON.parse(shown.sent.text).amount, -5);
  assert.equal(JSON.parse(shown.sent.text).payment_method, "pm_test_…4242");
  assert.equal(shown.answer.text, refused.text);
});

test("a payment's request shows its idempotency key, transfers, events and repeats", async () => {
  const till = await openTill();
  const visitor = await signedIn(till);
  const once = { "Idempotency-Key": `order-${till.account.id}` };
  const first = await till.call("POST", "/v1/payments", CHARGE, once);
  const again = await till.call("POST", "/v1/payments", CHARGE, once);
  assert.deepEqual([first.status, again.status], [201, 200]);
  const id = first.headers.get("service-request-id")!;
  const shown = (await visitor.get(`/test/logs/${id}`)).body;
  assert.equal(shown.objectId, first.body.id);
  assert.equal(shown.keyRecord.state, "finished");
  assert.deepEqual(
    shown.sameKey.map((one: { id: string; replayed: boolean }) => [one.id, one.replayed]),
    [[again.headers.get("service-request-id"), true]],
  );
  assert.ok(shown.transfers.some(({ kind }: { kind: string }) => kind === "capture"));
  assert.deepEqual(
    shown.events.map(({ type }: { type: string }) => type),
    ["payment.succeeded"],
  );
  const repeat = (await visitor.get(`/test/logs/${shown.sameKey[0].id}`)).body;
  assert.deepEqual([repeat.transfers, repeat.events], [[], []]);
  // Every related id finds it.
  for (const known of [first.body.id, shown.events[0].id, once["Idempotency-Key"]]) {
    assert.ok(ids((await visitor.get(`/test/logs?q=${known}`)).body).includes(id), known);
  }
});

test("a secret that is shown once is not in the request log", async () => {
  const till = await openTill();
  const visitor = await signedIn(till);
  const params = { url: "https://hooks.shop.example/paydesk", events: ["*"] };
  const made = await till.call("POST", "/v1/webhook_endpoints", params);
  const secret = String(made.body.secret);
  assert.match(secret, /^whsec_/);
  const id = made.headers.get("service-request-id");
  const shown = (await visitor.get(`/test/logs/${id}`)).body;
  assert.equal(JSON.parse(shown.answer.text).id, made.body.id);
  assert.ok(!JSON.stringify(shown).includes(secret.slice("whsec_".length)));
});

test("requests with wrong paths or revoked keys are in their account's log; those with unknown keys are in none", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const { secret } = merchant.keys.test;
  await api().call(secret, "GET", "/v1/paymets?limit=3");
  const [key] = (await visitor.get("/test/keys")).body.keys.filter(
    (one: { kind: string }) => one.kind === "secret",
  );
  await revokeKey(merchant.ctx.test, key.id);
  await api().call(secret, "GET", "/v1/payments");
  await api().call(`${secret.slice(0, -4)}0000`, "GET", "/v1/payments");
  await api().call(null, "GET", "/v1/payments");
  const { requests } = (await visitor.get("/test/logs")).body;
  assert.deepEqual(
    requests.map((one: { path: string; status: number; keyId: string }) => [
      one.path,
      one.status,
      one.keyId,
    ]),
    [
      ["/v1/payments", 401, key.id],
      ["/v1/paymets?limit=3", 404, key.id],
    ],
  );
});

test("requests are filtered by status, method, route, key, error, version, time and id", async () => {
  await createUpcomingPartitions(31);
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const visitor = await signedIn(merchant);
  const old = await requestRow(merchant, { createdAt: dateFromMs(nowMs() - 2 * DAY_MS) });
  const failed = await requestRow(merchant, {
    status: 400,
    errorCode: "parameter_invalid",
    version: "2025-10-01",
    createdAt: dateFromMs(nowMs() - HOUR_MS / 2),
    idempotencyKey: "order-77",
  });
  const read = await requestRow(merchant, {
    method: "GET",
    path: "/v1/payments/pay_01kcx3a7e9r5t8w2y4z6b0d1fg",
    route: "read_payment",
    objectId: "pay_01kcx3a7e9r5t8w2y4z6b0d1fg",
    keyId: "key_01kcx3a7e9r5t8w2y4z6b0d1fg",
  });
  await requestRow(other, {});
  await requestRow(merchant, { createdAt: dateFromMs(nowMs() - 30.5 * DAY_MS) });
  const cases: [query: string, expected: string[]][] = [
    ["", [read, failed, old]],
    ["status=4xx", [failed]],
    ["status=4xx,2xx", [read, failed, old]],
    ["status=5xx,3xx", []],
    ["method=GET", [read]],
    ["method=GET,POST&status=2xx", [read, old]],
    ["call=read_payment", [read]],
    ["call=read_payment,create_payment", [read, failed, old]],
    ["key=key_01kcx3a7e9r5t8w2y4z6b0d1fg", [read]],
    ["error=parameter_invalid,rate_limited", [failed]],
    ["version=2025-10-01", [failed]],
    ["made=1h", [read, failed]],
    ["made=24h", [read, failed]],
    ["q=order-77", [failed]],
    ["q=pay_01kcx3a7e9r5t8w2y4z6b0d1fg", [read]],
    [`q=${old.slice(0, 20)}`, [old]],
    ["q=req_%25", []],
    ["q=evt_01kcx3a7e9r5t8w2y4z6b0d1fg", []],
    ["q=dlv_01kcx3a7e9r5t8w2y4z6b0d1fg", []],
  ];
  for (const [query, expected] of cases) {
    const { body } = await visitor.get(`/test/logs?${query}`);
    assert.deepEqual(ids(body), expected, query);
    assert.equal(body.total, expected.length, query);
  }
  for (const [query, param] of [
    ["status=lost", "status"],
    ["method=SEND", "method"],
    ["error=none", "error"],
    ["made=soon", "made"],
  ]) {
    assert.equal((await visitor.get(`/test/logs?${query}`)).body.error.param, param);
  }
  assert.deepEqual(ids((await visitor.get("/live/logs")).body), []);
  const foreign = await (await signedIn(other)).get(`/test/logs/${failed}`);
  assert.equal(foreign.status, 404);
  assert.equal((await visitor.get(`/live/logs/${failed}`)).status, 404);
});
