import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, test } from "node:test";
import Stripe from "stripe";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { emitEvent, type NewEvent, notifyDispatcher } from "#lib/domain/events/index.ts";
import {
  type Attempt,
  createEndpoint,
  type Delivery,
  type Endpoint,
  getDeliveryWithAttempts,
  listDeliveries,
  type RenderEventBody,
  replayDeliveryIn,
  rotateSecretIn,
  updateEndpoint,
} from "#lib/domain/webhooks/index.ts";
import { HOUR_MS, nowMs, useClock } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { clearQueue } from "#test/hook-rows.ts";
import { createMerchant } from "#test/merchant.ts";
import { startReceiver } from "#test/receiver.ts";
import type { Loop } from "../repeat.ts";
import { startDispatch } from "./dispatch.ts";

const stops: Array<() => Promise<void>> = [];
// A worker sends every merchant's deliveries, so none may outlive its test.
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

const { webhooks } = new Stripe("sk_test_unused");

const renderEventBody: RenderEventBody = (event, version) =>
  JSON.stringify({ id: event.id, type: event.type, version, data: event.data });

function start(options: Partial<Parameters<typeof startDispatch>[0]> = {}): Loop {
  const loop = startDispatch({ ...options });
  stops.push(loop.stop);
  return loop;
}

let ctx: Context;
beforeEach(async () => {
  ctx = (await createMerchant()).ctx.test;
});

async function receiver() {
  const started = await startReceiver();
  stops.push(started.stop);
  return started;
}

async function endpoint(url: string): Promise<{ endpoint: Endpoint; secret: string }> {
  return await createEndpoint(ctx, { url, events: ["*"] });
}

let counter = 0;
async function emit(type: NewEvent["type"] = "payment.succeeded"): Promise<string> {
  const id = `pay_${++counter}`;
  const event = await transact((tx) =>
    emitEvent(tx, ctx, { type, objectId: id, data: { id, status: "succeeded" } }),
  );
  notifyDispatcher();
  return event.id;
}

/** Polls the database until this merchant's deliveries are as expected. */
async function until(
  wanted: (statuses: string[], items: readonly Delivery[]) => boolean,
  limitMs = 15_000,
): Promise<Delivery[]> {
  const ends = performance.now() + limitMs;
  for (;;) {
    const { items } = await listDeliveries(ctx, { limit: 100 });
    const statuses = items.map((item) => item.status);
    if (wanted(statuses, items)) return items;
    if (performance.now() > ends) throw new Error(`still ${statuses.join(", ")}`);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

async function attemptsOf(id: string): Promise<Attempt[]> {
  return (await getDeliveryWithAttempts(ctx, id)).attempts;
}

test("an event arrives within a second of its commit, signed over the stored bytes", async () => {
  start();
  const { url, waitFor } = await receiver();
  const { secret } = await endpoint(url);
  const committed = performance.now();
  const eventId = await emit();
  const [got] = await waitFor(1);
  assert.ok(performance.now() - committed < 1_000);

  const event = webhooks.constructEvent(got!.body, got!.headers["service-signature"]!, secret);
  assert.deepEqual([event.id, event.object], [eventId, "event"]);
  assert.equal(got!.headers["content-type"], "application/json");
  assert.equal(got!.headers["service-event-id"], eventId);
  assert.equal(got!.headers["service-delivery-attempt"], "1");

  const [delivery] = await until((statuses) => statuses.every((s) => s === "delivered"));
  const [attempt] = await attemptsOf(delivery!.id);
  assert.equal(attempt!.requestBody, got!.body.toString());
  for (const [name, value] of Object.entries(attempt!.requestHeaders)) {
    assert.equal(got!.headers[name.toLowerCase()], value, `${name} was sent as it is kept`);
  }
  assert.equal(attempt!.responseStatus, 200);
  assert.equal(attempt!.responseBody?.toString(), "ok");
  assert.equal(attempt!.failureCause, null);
});

test("a failing delivery is retried on the ladder to the last attempt and then failed, and every attempt is kept", async () => {
  let offsetMs = 0;
  const restore = useClock({ nowMs: () => Date.now() + offsetMs });
  try {
    start();
    const { url, reply, received } = await receiver();
    reply({ status: 500, body: "down" });
    const { endpoint: made } = await endpoint(url);
    await emit("payout.settled");
    for (const [index, minutes] of [1, 15, 60, 240].entries()) {
      const [item] = await until((_, [delivery]) => delivery!.attemptCount === index + 1);
      assert.equal(item!.status, "retrying");
      const due = item!.nextAttemptAt!.getTime() - nowMs();
      assert.ok(Math.abs(due - minutes * 60_000) < minutes * 60_000 * 0.02 + 2_000, `${due}`);
      offsetMs += minutes * 60_000 * 1.03;
    }
    const [failed] = await until(([status]) => status === "failed");
    assert.equal(received.length, 5);
    assert.equal(failed!.attemptCount, 5);
    const attempts = await attemptsOf(failed!.id);
    assert.deepEqual(
      attempts.map((each) => [each.number, each.responseStatus, each.responseBody?.toString()]),
      [1, 2, 3, 4, 5].map((number) => [number, 500, "down"]),
    );
    assert.deepEqual(
      received.map((each) => each.headers["service-delivery-attempt"]),
      ["1", "2", "3", "4", "5"],
    );
    const { rows } = await getPool().query(
      "select failing_since from webhook_endpoints where id = $1",
      [made.id],
    );
    assert.equal(rows[0].failing_since.getTime(), attempts[0]!.sentAt.getTime());
  } finally {
    restore();
  }
});

test("a replay is a new delivery of the same event with a fresh signature, and the original is unchanged", async () => {
  start();
  const { url, waitFor } = await receiver();
  const { secret } = await endpoint(url);
  const eventId = await emit();
  const [original] = await until((statuses) => statuses[0] === "delivered");
  const before = await attemptsOf(original!.id);

  const replay = await transact((tx) => replayDeliveryIn(tx, ctx, original!.id));
  notifyDispatcher();
  const [first, second] = await waitFor(2);
  await until((statuses) => statuses.length === 2 && statuses.every((s) => s === "delivered"));

  assert.deepEqual(second!.body, first!.body);
  assert.equal(second!.headers["service-event-id"], eventId);
  assert.equal(second!.headers["service-delivery-attempt"], "1");
  assert.ok(webhooks.constructEvent(second!.body, second!.headers["service-signature"]!, secret));
  assert.equal(replay.replayOf, original!.id);
  assert.notEqual(replay.id, original!.id);
  assert.deepEqual(await attemptsOf(original!.id), before);
});

for (const [status, outcome] of [
  [500, "canceled"],
  [200, "delivered"],
] as const) {
  test(`a replay during an attempt that ends with ${status} leaves the original ${outcome}`, async () => {
    let offsetMs = 0;
    const restore = useClock({ nowMs: () => Date.now() + offsetMs });
    try {
      start();
      const { url, reply, received, waitFor } = await receiver();
      await endpoint(url);
      const open: ServerResponse[] = [];
      reply((_, index) =>
        index === 1 ? { write: (response) => open.push(response) } : { status: index ? 200 : 500 },
      );
      await emit();
      const [original] = await until((statuses) => statuses[0] === "retrying");
      offsetMs = 62_000;
      await waitFor(2);
      await transact((tx) => replayDeliveryIn(tx, ctx, original!.id));
      notifyDispatcher();
      await waitFor(3);
      open[0]!.writeHead(status).end();
      const [, ended] = await until((_, items) => items[1]!.attemptCount === 2);
      assert.deepEqual([ended!.status, ended!.nextAttemptAt], [outcome, null]);
      const attempts = await attemptsOf(original!.id);
      assert.deepEqual(
        attempts.map((each) => each.responseStatus),
        [500, status],
      );
      assert.equal(received.length, 3);
    } finally {
      restore();
    }
  });
}

test("after a rotation both secrets verify until the overlap ends, and without overlap only the new one does", async () => {
  start();
  const { url, waitFor } = await receiver();
  const { endpoint: made, secret: first } = await endpoint(url);
  const { secret: second } = await transact((tx) => rotateSecretIn(tx, ctx, made.id, 1));
  await emit();
  const verifies = (got: { body: Buffer; headers: Record<string, string> }, secret: string) => {
    try {
      const header = got.headers["service-signature"]!;
      return Boolean(webhooks.signature!.verifyHeader(got.body, header, secret, 10 * 3_600));
    } catch {
      return false;
    }
  };
  const [during] = await waitFor(1);
  await until((statuses) => statuses[0] === "delivered");
  assert.deepEqual([verifies(during!, first), verifies(during!, second)], [true, true]);

  const restore = useClock({ nowMs: () => Date.now() + HOUR_MS + 1_000 });
  try {
    await emit();
    const [, afterwards] = await waitFor(2);
    await until((statuses) => statuses.every((each) => each === "delivered"));
    assert.deepEqual([verifies(afterwards!, first), verifies(afterwards!, second)], [false, true]);
  } finally {
    restore();
  }
  const { secret: third } = await transact((tx) => rotateSecretIn(tx, ctx, made.id, 0));
  await emit();
  const [, , atOnce] = await waitFor(3);
  assert.deepEqual([verifies(atOnce!, second), verifies(atOnce!, third)], [false, true]);
});

test("two workers never send one delivery twice", async () => {
  start();
  start();
  const { url, waitFor, received } = await receiver();
  await endpoint(url);
  const emitted = await Promise.all(Array.from({ length: 150 }, () => emit()));
  await waitFor(150);
  await until((statuses) => statuses.every((s) => s === "delivered"));
  const ids = received.map((each) => each.headers["service-event-id"]);
  assert.equal(ids.length, 150);
  assert.deepEqual(new Set(ids), new Set(emitted));
});

test("an endpoint that hangs delays no other and has at most its cap in flight", async () => {
  start({ limits: { perEndpoint: 3, inFlight: 12 } });
  const slow = await receiver();
  slow.reply("hang");
  await endpoint(slow.url);
  for (let i = 0; i < 30; i++) await emit();
  await slow.waitFor(3);

  const quick = await receiver();
  await endpoint(quick.url);
  const emittedAt = performance.now();
  const ids = await Promise.all(Array.from({ length: 20 }, () => emit()));
  const got = await quick.waitFor(20);
  assert.ok(performance.now() - emittedAt < 3_000);
  assert.deepEqual(new Set(got.map((each) => each.headers["service-event-id"])), new Set(ids));
  assert.equal(slow.received.length, 3);
  slow.reply({ status: 200 });
});

test("endpoints that hang take no slots from others, even before they are known to fail", async () => {
  await clearQueue();
  start({ limits: { perEndpoint: 12, inFlight: 8 } });
  const slow = await receiver();
  slow.reply("hang");
  await endpoint(slow.url);
  for (let i = 0; i < 8; i++) await emit();
  await slow.waitFor(8);

  const quick = await receiver();
  await endpoint(quick.url);
  const emittedAt = performance.now();
  const eventId = await emit();
  const [got] = await quick.waitFor(1);
  assert.ok(performance.now() - emittedAt < 5_000, "long before the others' deadline");
  assert.equal(got!.headers["service-event-id"], eventId);
  slow.reply({ status: 200 });
});

test("deliveries to a disabled endpoint are held, and sent when it is enabled with sendHeld", async () => {
  start();
  const { url, received, waitFor } = await receiver();
  const { endpoint: made } = await endpoint(url);
  await updateEndpoint(ctx, made.id, { status: "disabled" });
  const eventId = await emit();
  const [held] = await until((statuses) => statuses[0] === "held");
  assert.equal(held!.nextAttemptAt, null);
  assert.equal(received.length, 0);
  await updateEndpoint(ctx, made.id, { status: "enabled", sendHeld: true });
  notifyDispatcher();
  const [got] = await waitFor(1);
  assert.equal(got!.headers["service-event-id"], eventId);
});

test("an event that cannot be rendered does not stop other deliveries", async () => {
  const broken = new Set<string>();
  start({
    renderEventBody: (event, version) => {
      if (broken.has(event.objectId)) throw new Error("no such shape");
      return renderEventBody(event, version);
    },
  });
  const { url, waitFor } = await receiver();
  await endpoint(url);
  broken.add(`pay_${counter + 1}`);
  await emit();
  const fine = await emit();
  const [got] = await waitFor(1);
  assert.equal(got!.headers["service-event-id"], fine);
  const items = await until((statuses) => statuses.join() === "delivered,retrying");
  assert.equal(items[1]!.lastFailureCause, "body_unavailable");
});

test("while attempts cannot be recorded, no more are made than may be in flight", async () => {
  // Deliveries of earlier tests must not take slots.
  await clearQueue();
  const { url, waitFor, received } = await receiver();
  await endpoint(url);
  for (let i = 0; i < 12; i++) await emit();
  const blocker = await getPool().connect();
  try {
    await blocker.query("begin; lock table delivery_attempts in access exclusive mode");
    start({ limits: { inFlight: 3, batch: 3 } });
    await waitFor(3);
    // Several polls later.
    await new Promise((resolve) => setTimeout(resolve, 800));
    assert.equal(received.length, 3);
  } finally {
    await blocker.query("rollback");
    blocker.release();
  }
  await until((statuses) => statuses.every((status) => status === "delivered"));
  assert.equal(received.length, 12);
});
