import "#lib/api/app.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { EVENT_TYPES } from "#lib/domain/events/index.ts";
import { api } from "#test/api.ts";
import { signedIn } from "#test/dashboard.ts";
import { endpointRow } from "#test/hook-rows.ts";
import { createMerchant } from "#test/merchant.ts";

const TYPES = Object.keys(EVENT_TYPES);

test("every event type has a sample that matches the contract and can be sent", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const id = await endpointRow(merchant);
  const client = api();
  for (const type of TYPES) {
    const sample = await visitor.get(`/test/endpoints/${id}/sample?type=${type}`);
    assert.equal(sample.status, 200, type);
    const { data } = sample.body;
    const sent = await visitor.post(`/test/endpoints/${id}/test`, { type, data });
    assert.equal(sent.status, 201, `${type}: ${JSON.stringify(sent.body)}`);
    assert.equal(sent.body.eventType, type);
  }
  for (const [body, endpoint] of [
    [{ data: { id: "mine", status: "odd", more: [1] } }, undefined],
    [{}, id],
  ] as const) {
    for (const type of TYPES.slice(0, 3)) {
      const params = { type, ...body, ...(endpoint ? { endpoint } : {}) };
      const made = await client.call<{ type: string; data: Record<string, unknown> }>(
        merchant.keys.test.secret,
        "POST",
        "/v1/test/events",
        params,
      );
      assert.equal(made.status, 201);
      assert.equal(made.body.type, type);
      if ("data" in body) assert.deepEqual(made.body.data, body.data);
    }
  }
});

test("an object that violates the contract is refused with its field, unless any shape is allowed", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const id = await endpointRow(merchant);
  const path = `/test/endpoints/${id}`;
  const { data } = (await visitor.get(`${path}/sample?type=payment.failed`)).body;
  const { status: _, ...without } = data;
  for (const [object, param] of [
    [{ ...data, amount: "12.50" }, "data.amount"],
    [{ ...data, decline: { ...data.decline, code: 5 } }, "data.decline.code"],
    [{ ...data, status: "exploded" }, "data.status"],
    [without, "data.status"],
  ] as const) {
    const params = { type: "payment.failed", data: object };
    const refused = await visitor.post(`${path}/test`, params);
    assert.deepEqual([refused.status, refused.body.error.param], [400, param]);
    const meant = await visitor.post(`${path}/test`, { ...params, anyShape: true });
    const { status, body } = meant;
    // Every event has an object with id and status, whatever else it has.
    if (object === without) assert.deepEqual([status, body.error.param], [400, "data[status]"]);
    else assert.equal(status, 201);
  }
});

test("a test event for all endpoints goes to the subscribed ones, in test mode only", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const id = await endpointRow(merchant, { events: ["payment.*"] });
  await endpointRow(merchant, { events: ["*"] });
  await endpointRow(merchant, { events: ["*"], status: "disabled" });
  const send = (type: string) => visitor.post(`/test/endpoints/${id}/test`, { type, toAll: true });
  const payment = await send("payment.failed");
  assert.equal(payment.body.deliveries >= 2, true);
  const delivery = (await visitor.get(`/test/deliveries/${payment.body.deliveryId}`)).body;
  assert.equal(delivery.endpoint.id, id, "its own delivery is the one to look at");
  const live = await endpointRow(merchant, { mode: "live" });
  const refused = await visitor.post(`/live/endpoints/${live}/test`, {
    type: "payment.failed",
    toAll: true,
  });
  assert.deepEqual([refused.status, refused.body.error.code], [409, "state_invalid"]);
});
