import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { transact } from "#db/transact.ts";
import { emitEvent } from "#lib/domain/events/index.ts";
import {
  createEndpoint,
  leaseDueDeliveries,
  prepareDeliveries,
  recordAttempts,
  sendDelivery,
} from "#lib/domain/webhooks/index.ts";
import { clearQueue, queueNewDeliveries } from "#test/hook-rows.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { type Receiver, startReceiver } from "#test/receiver.ts";
import type { Loop } from "../repeat.ts";
import { type DispatchSteps, startDispatch } from "./dispatch.ts";

let merchant: Merchant;
let receiver: Receiver;
let loop: Loop;
beforeEach(async () => {
  await clearQueue();
  merchant = await createMerchant();
  receiver = await startReceiver();
});
afterEach(async () => {
  await loop.stop();
  await receiver.stop();
});

async function emit(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const data = { id: `pay_${n}`, status: "succeeded" };
    const event = { type: "payment.succeeded", objectId: data.id, data } as const;
    ids.push((await transact((tx) => emitEvent(tx, merchant.ctx.test, event))).id);
  }
  await queueNewDeliveries();
  return ids;
}

function start(
  steps: Partial<DispatchSteps>,
  { leaseMs, perEndpoint }: { leaseMs?: number; perEndpoint?: number } = {},
): void {
  const usual = { lease: leaseDueDeliveries, prepare: prepareDeliveries };
  loop = startDispatch({
    renderEventBody: (event) => JSON.stringify(event.data),
    limits: { batch: 2, inFlight: 6, ...(perEndpoint && { perEndpoint }) },
    leaseMs,
    steps: { ...usual, send: sendDelivery, record: recordAttempts, ...steps },
  });
}

test("deliveries are leased while others are prepared, and sent in the order of their leases", async () => {
  // Each has its own endpoint, because the order is checked over all of them.
  for (let n = 0; n < 6; n++) {
    await createEndpoint(merchant.ctx.test, { url: `${receiver.url}/${n}`, events: ["*"] });
  }
  await emit(1);
  const sent: string[] = [];
  const leased: string[] = [];
  const [second, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let prepared = 0;
  start({
    lease: async (args) => {
      const found = await leaseDueDeliveries(args);
      leased.push(...found.rows.map(({ id }) => id));
      return found;
    },
    prepare: async (rows, render) => {
      const turn = ++prepared;
      const ready = await prepareDeliveries(rows, render);
      if (turn === 2) second.resolve();
      if (turn === 1) await held.promise;
      return ready;
    },
    send: async (delivery, post) => {
      sent.push(delivery.id);
      return await sendDelivery(delivery, post);
    },
  });
  await second.promise;
  assert.deepEqual(sent, [], "the first are not ready");
  held.resolve();
  await receiver.waitFor(6);
  assert.deepEqual(sent, leased);
});

test("a delivery that could not be prepared is sent after its lease has ended", async () => {
  await createEndpoint(merchant.ctx.test, { url: receiver.url, events: ["*"] });
  const [event] = await emit(1);
  let failures = 1;
  const prepare: DispatchSteps["prepare"] = async (rows, render) => {
    if (failures-- > 0) throw new Error("the database went away");
    return await prepareDeliveries(rows, render);
  };
  start({ prepare }, { leaseMs: 400 });
  const [got] = await receiver.waitFor(1);
  assert.equal(got!.headers["service-event-id"], event);
});

test("an endpoint at its limit gets its next delivery when one is recorded, not at the next poll", async () => {
  await createEndpoint(merchant.ctx.test, { url: receiver.url, events: ["*"] });
  await emit(40);
  const began = performance.now();
  start({}, { perEndpoint: 1 });
  await receiver.waitFor(40);
  // A poll for each would take 10 s.
  assert.ok(performance.now() - began < 6_000);
});
