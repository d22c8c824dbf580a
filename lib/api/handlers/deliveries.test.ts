import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import Stripe from "stripe";
import { getPool } from "#db/client.ts";
import { dateFromMs, HOUR_MS, nowMs, useClock } from "#lib/kernel/clock.ts";
import type { DeliveryWire, DeliveryWithAttemptsWire } from "#lib/wire/contract/deliveries.ts";
import type { EventWire } from "#lib/wire/contract/events.ts";
import { startDispatch } from "#lib/worker/dispatch/dispatch.ts";
import type { Loop } from "#lib/worker/repeat.ts";
import { api } from "#test/api.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { type Receiver, startReceiver } from "#test/receiver.ts";

const client = api();
const { webhooks } = new Stripe("sk_test_unused");

type ErrorPart = { error?: { code: string; param?: string } };
type List<T> = { data: T[]; has_more: boolean; next_cursor: string | null };

let merchant: Merchant;
let receiver: Receiver;
let worker: Loop;
beforeEach(async () => {
  merchant = await createMerchant();
});
before(async () => {
  receiver = await startReceiver();
  worker = startDispatch();
});
after(async () => {
  await worker.stop();
  await receiver.stop();
});

const call = <T>(method: string, path: string, body?: object, headers?: Record<string, string>) =>
  client.call<T & ErrorPart>(merchant.keys.test.secret, method, path, body, headers);

let endpoints = 0;
/** An endpoint with its own path, so that a test sees only its requests. */
async function register(params: object = {}) {
  const path = `/hooks/${++endpoints}`;
  const url = `https://localhost:${receiver.port}${path}`;
  const { body } = await call<{ id: string; secret: string }>("POST", "/v1/webhook_endpoints", {
    url,
    events: ["payment.*"],
    ...params,
  });
  const arrived = (count: number) => receiver.waitFor(count, (one) => one.path === path);
  return { ...body, arrived };
}

async function delivered(id: string): Promise<DeliveryWithAttemptsWire> {
  for (;;) {
    const { body } = await call<DeliveryWithAttemptsWire>("GET", `/v1/deliveries/${id}`);
    if (body.status !== "pending") return body;
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

const deliveriesOf = async (query: string) =>
  (await call<List<DeliveryWire>>("GET", `/v1/deliveries?${query}`)).body.data;

test("a test event goes to one endpoint only, its signature verifies, and it can be read as sent", async () => {
  const endpoint = await register({ events: ["refund.settled"], version: "2025-10-01" });
  const sent = await call<EventWire>("POST", `/v1/webhook_endpoints/${endpoint.id}/test`, {
    type: "payment.failed",
  });
  assert.equal(sent.status, 201);
  const [got] = await endpoint.arrived(1);
  const signature = got!.headers["service-signature"]!;
  const verified = webhooks.constructEvent(got!.body, signature, endpoint.secret);
  const body = JSON.parse(got!.body.toString());
  assert.equal(verified.id, sent.body.id);
  assert.deepEqual(Object.keys(body), ["id", "type", "created", "version", "livemode", "data"]);
  assert.deepEqual(
    [body.type, body.version, body.livemode],
    ["payment.failed", "2025-10-01", false],
  );
  assert.equal(body.data.decline_code, "do_not_honor", "the endpoint's version has a flat code");

  const rows = await deliveriesOf(`event=${sent.body.id}`);
  assert.equal(rows.length, 1);
  const { attempts, ...delivery } = await delivered(rows[0]!.id);
  assert.deepEqual(
    [delivery.status, delivery.event, delivery.endpoint, delivery.event_type],
    ["delivered", sent.body.id, endpoint.id, "payment.failed"],
  );
  assert.equal(attempts.length, 1);
  assert.equal(attempts[0]!.request_body, got!.body.toString());
  assert.equal(attempts[0]!.request_headers["Service-Signature"], signature);
  assert.deepEqual([attempts[0]!.response_status, attempts[0]!.response_body], [200, "ok"]);

  const event = await call<EventWire>("GET", `/v1/events/${sent.body.id}`);
  assert.deepEqual(event.body, sent.body);
  const expanded = await call<{ event: EventWire; endpoint: object }>(
    "GET",
    `/v1/deliveries/${delivery.id}?expand[]=event&expand[]=endpoint`,
  );
  assert.deepEqual(expanded.body.event, sent.body);
  assert.equal((expanded.body.endpoint as { secret?: string }).secret, undefined);
});

test("in test mode any event can be sent with a chosen object to all subscribers", async () => {
  const one = await register();
  const two = await register({ events: ["*"] });
  const data = { id: "pay_chosen", status: "succeeded", anything: { nested: [1, "two", null] } };
  const sent = await call<EventWire>("POST", "/v1/test/events", {
    type: "payment.succeeded",
    data,
  });
  assert.equal(sent.status, 201);
  for (const endpoint of [one, two]) {
    const [got] = await endpoint.arrived(1);
    assert.deepEqual(JSON.parse(got!.body.toString()).data, data);
  }
  const listed = await call<List<EventWire>>("GET", "/v1/events?object=pay_chosen");
  assert.deepEqual(listed.body.data, [sent.body]);
  const typed = async (type: string) =>
    (await call<List<EventWire>>("GET", `/v1/events?type=${type}`)).body.data.length;
  assert.deepEqual([await typed("payment.*"), await typed("payment.failed")], [1, 0]);
  const unknown = await call("POST", "/v1/test/events", { type: "payment.exploded" });
  assert.deepEqual([unknown.status, unknown.body.error?.param], [400, "type"]);
  for (const [data, param] of [
    [{}, "data[id]"],
    [{ id: "pay_chosen" }, "data[status]"],
    [{ status: "succeeded" }, "data[id]"],
    [{ id: "pay_chosen", status: 5 }, "data[status]"],
    [{ id: "", status: "succeeded" }, "data[id]"],
  ] as const) {
    const refused = await call("POST", "/v1/test/events", { type: "payment.succeeded", data });
    assert.deepEqual([refused.status, refused.body.error?.param], [400, param]);
  }
  const { body } = await call<EventWire>("POST", "/v1/test/events", { type: "payment.succeeded" });
  assert.ok(body.data.id && body.data.status, "a made-up object has both");
});

test("a delivery is replayed with the same event id and a valid signature; a repeat of the call sends nothing more", async () => {
  const endpoint = await register();
  const sent = await call<EventWire>("POST", `/v1/webhook_endpoints/${endpoint.id}/test`, {});
  await endpoint.arrived(1);
  const [first] = await deliveriesOf(`event=${sent.body.id}`);
  const original = await delivered(first!.id);

  const headers = { "Idempotency-Key": `replay ${original.id}` };
  const path = `/v1/deliveries/${original.id}/replay`;
  const replay = await call<DeliveryWire>("POST", path, undefined, headers);
  assert.equal(replay.status, 201);
  assert.deepEqual([replay.body.event, replay.body.replay_of], [sent.body.id, original.id]);
  const again = await call<DeliveryWire>("POST", path, undefined, headers);
  assert.deepEqual([again.status, again.body], [200, replay.body]);

  const [, second] = await endpoint.arrived(2);
  assert.equal(second!.headers["service-event-id"], sent.body.id);
  assert.equal(second!.headers["service-delivery-attempt"], "1");
  const header = second!.headers["service-signature"]!;
  assert.ok(webhooks.constructEvent(second!.body, header, endpoint.secret));
  assert.equal((await delivered(replay.body.id)).status, "delivered");
  assert.deepEqual(await delivered(original.id), original);
  assert.equal((await deliveriesOf(`event=${sent.body.id}`)).length, 2);
});

test("an event is replayed to every endpoint that receives it, or to one", async () => {
  const one = await register({ events: ["payment.canceled"] });
  const two = await register({ events: ["payment.canceled"] });
  const sent = await call<EventWire>("POST", "/v1/test/events", { type: "payment.canceled" });
  await Promise.all([one.arrived(1), two.arrived(1)]);
  const path = `/v1/events/${sent.body.id}/replay`;
  const only = await call<List<DeliveryWire>>("POST", path, { endpoint: one.id });
  assert.equal(only.status, 201);
  assert.deepEqual(
    only.body.data.map((each) => each.endpoint),
    [one.id],
  );
  await one.arrived(2);
  const all = await call<List<DeliveryWire>>("POST", path, {});
  const reached = new Set(all.body.data.map((each) => each.endpoint));
  assert.ok(reached.has(one.id) && reached.has(two.id));
  await Promise.all([one.arrived(3), two.arrived(2)]);
});

test("at most ten replays of one event or delivery per second are accepted; range replays have no limit", async () => {
  const endpoint = await register({ events: ["payment.canceled"] });
  const sent = await call<EventWire>("POST", "/v1/test/events", { type: "payment.canceled" });
  await endpoint.arrived(1);
  const [row] = await deliveriesOf(`event=${sent.body.id}`);
  await delivered(row!.id);
  const frozen = nowMs();
  const putBack = useClock({ nowMs: () => frozen });
  try {
    const paths = [`/v1/events/${sent.body.id}/replay`, `/v1/deliveries/${row!.id}/replay`];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => call("POST", paths[index % 2]!, {})),
    );
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [...Array(10).fill(201), 429, 429]);
    const limited = answers.find(({ status }) => status === 429);
    assert.equal(limited?.headers.get("Service-RateLimit-Limit"), "10");
    const range = { from: dateFromMs(frozen - HOUR_MS).toISOString(), dry_run: true };
    for (let n = 0; n < 60; n++) {
      assert.equal((await call("POST", "/v1/replays", range)).status, 201);
    }
  } finally {
    putBack();
  }
});

test("a replay to a disabled endpoint or after thirty days is refused", async () => {
  const endpoint = await register();
  const sent = await call<EventWire>("POST", `/v1/webhook_endpoints/${endpoint.id}/test`, {});
  await endpoint.arrived(1);
  const [row] = await deliveriesOf(`event=${sent.body.id}`);
  await delivered(row!.id);
  await call("POST", `/v1/webhook_endpoints/${endpoint.id}`, { status: "disabled" });
  const refused = await call("POST", `/v1/deliveries/${row!.id}/replay`);
  assert.deepEqual([refused.status, refused.body.error?.code], [409, "state_invalid"]);

  const old = `dlv_${"0".repeat(10)}${row!.id.slice(14)}`;
  assert.equal((await call("POST", `/v1/deliveries/${old}/replay`)).status, 404);
});

test("lists are filtered and paged without repeating or skipping", async () => {
  const endpoint = await register({ events: ["payment.captured"] });
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) {
    const type = i === 0 ? "refund.settled" : "payment.captured";
    const path = `/v1/webhook_endpoints/${endpoint.id}/test`;
    ids.unshift((await call<EventWire>("POST", path, { type })).body.id);
  }
  await endpoint.arrived(5);
  const seen: unknown[] = [];
  let cursor = "";
  do {
    const path = `/v1/deliveries?limit=2&endpoint=${endpoint.id}${cursor}`;
    const { body } = await call<List<DeliveryWire>>("GET", path);
    seen.push(...body.data.map((each) => each.event));
    cursor = body.next_cursor ? `&starting_after=${body.next_cursor}` : "";
  } while (cursor);
  assert.deepEqual(seen, ids);
  const family = await deliveriesOf(`endpoint=${endpoint.id}&type=refund.*`);
  assert.deepEqual(
    family.map((each) => each.event),
    [ids[4]],
  );
  assert.deepEqual(await deliveriesOf(`endpoint=${endpoint.id}&status=failed`), []);
  assert.deepEqual(await deliveriesOf(`endpoint=${endpoint.id}&created[gt]=2100-01-01`), []);
  const unknown = await call("GET", "/v1/deliveries?starting_after=dlv_0000000000x");
  assert.deepEqual([unknown.status, unknown.body.error?.param], [400, "starting_after"]);
  const status = await call("GET", "/v1/deliveries?status=lost");
  assert.deepEqual([status.status, status.body.error?.param], [400, "status"]);
});

test("deliveries are listed by why they were made", async () => {
  const endpoint = await register();
  const path = `/v1/webhook_endpoints/${endpoint.id}/test`;
  const { id } = (await call<EventWire>("POST", path, {})).body;
  const count = async (origin: string) =>
    (await deliveriesOf(`endpoint=${endpoint.id}&event=${id}&origin=${origin}`)).length;
  assert.deepEqual([await count("test"), await count("event"), await count("replay")], [1, 0, 0]);
  await call("POST", `/v1/events/${id}/replay`, { endpoint: endpoint.id });
  assert.deepEqual([await count("test"), await count("replay")], [1, 1]);
});

test("nothing can be read or replayed without a key, across merchants or across modes", async () => {
  const endpoint = await register();
  const sent = await call<EventWire>("POST", `/v1/webhook_endpoints/${endpoint.id}/test`, {});
  const [row] = await deliveriesOf(`event=${sent.body.id}`);
  const other = await createMerchant();
  for (const [method, path] of [
    ["GET", `/v1/deliveries/${row!.id}`],
    ["POST", `/v1/deliveries/${row!.id}/replay`],
    ["GET", `/v1/events/${sent.body.id}`],
    ["POST", `/v1/events/${sent.body.id}/replay`],
  ] as const) {
    const codeFor = async (key: string | null) =>
      (await client.call<ErrorPart>(key, method, path)).body.error?.code;
    assert.equal(await codeFor(null), "key_missing", path);
    assert.equal(await codeFor("sk_test_wrong"), "key_invalid", path);
    assert.equal(await codeFor(other.keys.test.secret), "resource_missing", path);
    assert.equal(await codeFor(merchant.keys.live.secret), "resource_missing", path);
  }
  for (const path of ["/v1/deliveries", "/v1/events"]) {
    const foreign = await client.call<List<object>>(other.keys.test.secret, "GET", path);
    assert.deepEqual(foreign.body.data, []);
  }
  const { rows } = await getPool().query(
    "select count(*) as n from deliveries where event_id = $1",
    [sent.body.id],
  );
  assert.equal(rows[0].n, 1n);
});
