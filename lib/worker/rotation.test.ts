import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import Stripe from "stripe";
import { transact } from "#db/transact.ts";
import { emitEvent, notifyDispatcher } from "#lib/domain/events/index.ts";
import {
  createEndpoint,
  endOverlap,
  getDeliveryWithAttempts,
  getEndpoint,
  listDeliveries,
  rotateSecret,
} from "#lib/domain/webhooks/index.ts";
import { HOUR_MS, MINUTE_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { createMerchant } from "#test/merchant.ts";
import { type MovingClock, moveClock } from "#test/moving-clock.ts";
import { type Received, type Receiver, startReceiver } from "#test/receiver.ts";
import { startDispatch } from "./dispatch/dispatch.ts";
import type { Loop } from "./repeat.ts";

const { webhooks } = new Stripe("sk_test_unused");

let ctx: Context;
let clock: MovingClock;
let receiver: Receiver;
let worker: Loop;
let id: string;
let first: string;

beforeEach(async () => {
  clock = moveClock();
  ctx = (await createMerchant()).ctx.test;
  receiver = await startReceiver();
  const made = await createEndpoint(ctx, { url: receiver.url, events: ["*"] });
  id = made.endpoint.id;
  first = made.secret;
  worker = startDispatch();
});
afterEach(async () => {
  await worker.stop();
  await receiver.stop();
  clock.putBack();
});

let counter = 0;

/** The next delivery as received, and the stored hints of the secrets that signed it. */
async function deliver(): Promise<{ got: Received; signedWith: string[] | null }> {
  const data = { id: `pay_${++counter}`, status: "succeeded" };
  const event = await transact((tx) =>
    emitEvent(tx, ctx, { type: "payment.succeeded", objectId: data.id, data }),
  );
  notifyDispatcher();
  const ours = ({ headers }: Received) => headers["service-event-id"] === event.id;
  const [got] = await receiver.waitFor(1, ours);
  for (;;) {
    const { items } = await listDeliveries(ctx, { limit: 1, eventId: event.id });
    if (items[0]?.status === "delivered") {
      const { attempts } = await getDeliveryWithAttempts(ctx, items[0].id);
      return { got: got!, signedWith: attempts[0]!.signedWith };
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Whether a receiver with this secret accepts a delivery, by this process's clock. */
function accepts(secret: string, { body, headers }: Received): boolean {
  const header = headers["service-signature"]!;
  try {
    const seconds = Number(/t=(\d+)/.exec(header)![1]);
    webhooks.constructEvent(body, header, secret, 300, undefined, seconds * 1_000);
    return true;
  } catch {
    return false;
  }
}

const hints = (...secrets: string[]) => secrets.map((secret) => secret.slice(-4));

test("an overlap can be ended early, and ending it without one changes nothing", async () => {
  const { secret: second } = await rotateSecret(ctx, id, 168);
  const ended = await endOverlap(ctx, id);
  assert.equal(ended.previousSecretExpiresAt, null);
  assert.equal(ended.previousSecretHint, null);
  const { got, signedWith } = await deliver();
  assert.ok(accepts(second, got) && !accepts(first, got));
  assert.deepEqual(signedWith, hints(second));
  await endOverlap(ctx, id);
  assert.equal((await getEndpoint(ctx, id)).secretHint, second.slice(-4));
});

test("a second rotation during an overlap ends the oldest secret", async () => {
  const { secret: second } = await rotateSecret(ctx, id);
  const { secret: third, endpoint } = await rotateSecret(ctx, id, 48);
  assert.equal(endpoint.previousSecretHint, second.slice(-4));
  const { got, signedWith } = await deliver();
  assert.ok(accepts(third, got) && accepts(second, got) && !accepts(first, got));
  assert.deepEqual(signedWith, hints(third, second));
});

test("without an overlap only the new secret signs, and an overlap above seven days is refused", async () => {
  const { secret: second } = await rotateSecret(ctx, id, 0);
  const { got } = await deliver();
  assert.ok(accepts(second, got) && !accepts(first, got));
  for (const hours of [-1, 169, 1.5]) {
    await assert.rejects(rotateSecret(ctx, id, hours), { param: "overlap_hours" });
  }
});

// Last, because ids made after the clock is put back belong to the next day, which only a whole search reads.
test("both secrets sign during the overlap, and the old one stops at its end", async () => {
  const { secret: second } = await rotateSecret(ctx, id);
  const during = await deliver();
  assert.ok(accepts(first, during.got) && accepts(second, during.got));
  assert.deepEqual(during.signedWith, hints(second, first));

  clock.advance(24 * HOUR_MS - MINUTE_MS);
  assert.ok(accepts(first, (await deliver()).got), "a minute before the end");
  clock.advance(2 * MINUTE_MS);
  const { got, signedWith } = await deliver();
  assert.ok(accepts(second, got) && !accepts(first, got), "a minute after it");
  assert.deepEqual(signedWith, hints(second));
});
