import assert from "node:assert/strict";
import { test } from "node:test";
import { signedIn } from "#test/dashboard.ts";
import { createMerchant } from "#test/merchant.ts";
import { openTill } from "#test/money.ts";
import { IBANS, openPayer, to } from "#test/payouts.ts";
import type { TraceView } from "./views/requests.ts";

const NO_FUNDS = "pm_test_4000000000009995";

test("any id of a purchase finds all of it, from its request to the last delivery", async () => {
  const till = await openTill();
  const visitor = await signedIn(till);
  const params = { url: "https://hooks.shop.example/paydesk", events: ["*"] };
  const endpoint = (await till.call("POST", "/v1/webhook_endpoints", params)).body;
  const named = { "Idempotency-Key": `order-${till.account.id}` };
  const paid = await till.charge({ amount: 1_290, capture: "manual" }, named);
  const payment = String(paid.body.id);
  await till.call("POST", `/v1/payments/${payment}/capture`, { amount: 1_000 });
  const refund = (await till.refund({ payment, amount: 200 })).body;
  const first = paid.headers.get("service-request-id")!;

  const read = async (id: string): Promise<TraceView> => {
    const { status, body } = await visitor.get(`/test/timelines/${id}`);
    assert.equal(status, 200, `${id}: ${JSON.stringify(body)}`);
    assert.equal(body.id, id);
    const { id: _, ...rest } = body;
    return rest as TraceView;
  };
  const whole = await read(payment);
  assert.deepEqual(whole.objectIds, [payment, refund.id]);
  assert.deepEqual(
    whole.requests.map(({ path }) => path),
    ["/v1/refunds", `/v1/payments/${payment}/capture`, "/v1/payments"],
  );
  const opened = whole.requests.at(-1)!;
  assert.equal(opened.idempotencyKey, named["Idempotency-Key"]);
  assert.equal(opened.keyRecord?.state, "finished");
  assert.deepEqual(
    whole.railCalls.map(({ asked, objectId, amount }) => [asked, objectId, amount]),
    [
      ["authorise", payment, "1290"],
      ["capture", payment, "1000"],
      ["refund", refund.id, "200"],
    ],
  );
  assert.ok(whole.railCalls.every(({ reference, answeredAt }) => reference && answeredAt));
  assert.ok(whole.transfers.some(({ kind }) => kind === "capture"));
  const delivery = whole.events.at(-1)!.deliveries[0]!;
  assert.equal(delivery.endpointId, endpoint.id);

  const entry = (await visitor.get(`/test/balance?q=${refund.id}`)).body.entries[0].id;
  const known = [refund.id, first, whole.transfers[0]!.id, whole.events[0]!.id, delivery.id, entry];
  for (const id of known) assert.deepEqual(await read(id), whole, id);
  // The request also shows the rail calls.
  const { railCalls } = (await visitor.get(`/test/logs/${first}`)).body;
  assert.deepEqual(
    railCalls.map(({ asked }: { asked: string }) => asked),
    ["authorise"],
  );
});

test("a refused call has its request and idempotency key, a declined charge the issuer's code", async () => {
  const till = await openTill();
  const visitor = await signedIn(till);
  const refused = await till.charge({ amount: -5 });
  const id = refused.headers.get("service-request-id");
  const alone = (await visitor.get(`/test/timelines/${id}`)).body;
  assert.deepEqual(
    alone.requests.map((one: { id: string }) => one.id),
    [id],
  );
  assert.deepEqual([alone.objectIds, alone.railCalls, alone.events], [[], [], []]);

  const declined = await till.charge({ payment_method: NO_FUNDS });
  const trace = (await visitor.get(`/test/timelines/${declined.body.error.payment?.id}`)).body;
  const [call] = trace.railCalls;
  assert.deepEqual([call.status, call.code], ["declined", "51"]);
  assert.deepEqual(trace.transfers, []);
});

test("an id of another account or mode, or of nothing, has no timeline", async () => {
  const payer = await openPayer();
  const visitor = await signedIn(payer);
  const stranger = await signedIn(await createMerchant());
  const { id } = await payer.paid(to(IBANS.comesBack));
  await payer.advance(2 * 86_400);
  const trace: TraceView = (await visitor.get(`/test/timelines/${id}`)).body;
  assert.deepEqual(
    trace.railCalls.map(({ asked, status }) => [asked, status]),
    [["pay_out", "returned"]],
  );
  const [transfer, event] = [trace.transfers[0]!.id, trace.events[0]!.id];
  for (const known of [id, transfer, event, trace.requests[0]!.id]) {
    assert.equal((await stranger.get(`/test/timelines/${known}`)).status, 404, known);
    assert.equal((await visitor.get(`/live/timelines/${known}`)).status, 404, known);
  }
  for (const none of ["pay_none", "evt_none", "order-1042", "x"]) {
    assert.equal((await visitor.get(`/test/timelines/${none}`)).status, 404, none);
  }
});
