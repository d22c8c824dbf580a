import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { emitEvent } from "#lib/domain/events/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { claimDueDeliveries } from "#test/claim-deliveries.ts";
import { clearQueue, endpointRow, queueNewDeliveries } from "#test/hook-rows.ts";
import { createMerchant } from "#test/merchant.ts";
import { countWaiting } from "#test/watch-database.ts";
import { attemptRecord } from "../dispatch/send-delivery.ts";
import { newQueuePlace, type PreparedDelivery, recordAttempts } from "../index.ts";
import { deleteEndpointIn, updateEndpointIn } from "./change-endpoint.ts";

let ctx: Context;
let endpoint: Id<"we">;
beforeEach(async () => {
  await clearQueue();
  const merchant = await createMerchant();
  ctx = merchant.ctx.test;
  endpoint = await endpointRow(merchant);
});

/** As if it had been disabled when nothing was waiting. */
const disable = () =>
  getPool().query("update webhook_endpoints set status = 'disabled' where id = $1", [endpoint]);

const enable = (tx: Parameters<typeof updateEndpointIn>[0]) =>
  updateEndpointIn(tx, ctx, endpoint, { status: "enabled", sendHeld: true }, null);

const emit = () =>
  transact((tx) =>
    emitEvent(tx, ctx, { type: "payment.succeeded", objectId: "pay_1", data: { id: "pay_1" } }),
  );

/** Runs `work` before the transaction of `change` ends, until it is done or waits for that transaction. */
async function during(
  change: (tx: Parameters<typeof enable>[0]) => Promise<unknown>,
  work: () => Promise<unknown>,
): Promise<void> {
  let isDone = false;
  let working: Promise<unknown> = Promise.resolve();
  await transact(async (tx) => {
    await change(tx);
    working = work().finally(() => {
      isDone = true;
    });
    while (!isDone && (await countWaiting()) === 0);
  });
  await working;
}

/** The status of each delivery, also of new ones. */
async function statuses(): Promise<string[]> {
  const { rows } = await getPool().query<{ status: string }>(
    `select status from deliveries where endpoint_id = $1
     union all select 'new' from new_deliveries where endpoint_id = $1`,
    [endpoint],
  );
  return rows.map(({ status }) => status);
}

async function claim(): Promise<PreparedDelivery[]> {
  return await claimDueDeliveries(
    {
      status: "pending",
      limit: 10,
      perEndpoint: 10,
      perFailingEndpoint: 10,
      passOver: [],
      accounts: { most: 100, underWay: new Map() },
      whole: true,
      place: newQueuePlace(),
      leaseMs: 30_000,
    },
    () => "{}",
  );
}

const failed = (delivery: PreparedDelivery) =>
  attemptRecord(
    delivery,
    {},
    {
      sentAt: now(),
      durationMs: 5,
      status: 500,
      headers: {},
      body: null,
      truncated: false,
      failure: { cause: "http_server_error", message: "It answered 500." },
      address: null,
      certificate: null,
      timings: {},
    },
  );

test("an event that is committed while its endpoint is enabled is sent", async () => {
  await disable();
  await emit();
  await during(enable, emit);
  assert.deepEqual((await statuses()).sort(), ["new", "pending"]);
});

test("an event that is committed while its disabled endpoint is deleted is not held", async () => {
  await disable();
  await emit();
  await during((tx) => deleteEndpointIn(tx, ctx, endpoint), emit);
  assert.deepEqual(await statuses(), ["canceled"]);
});

test("an event does not wait while the held deliveries of a deleted endpoint are canceled", async () => {
  await disable();
  await emit();
  const blocker = await getPool().connect();
  try {
    await blocker.query("begin");
    const its = "account_id = $1 and endpoint_id = $2";
    const lock = `select 1 from deliveries where ${its} for update`;
    await blocker.query(lock, [ctx.accountId, endpoint]);
    const deleting = transact((tx) => deleteEndpointIn(tx, ctx, endpoint));
    while ((await countWaiting()) === 0);
    await emit();
    await blocker.query("rollback");
    await deleting;
  } finally {
    blocker.release(true);
  }
  assert.deepEqual(await statuses(), ["canceled", "canceled"]);
});

test("a new delivery that a worker sets aside while its endpoint is enabled is sent", async () => {
  await emit();
  await disable();
  await during(enable, queueNewDeliveries);
  assert.deepEqual(await statuses(), ["pending"]);
});

test("a queued delivery that a worker sets aside while its endpoint is enabled is not held", async () => {
  await emit();
  await queueNewDeliveries();
  await disable();
  await during(enable, claim);
  assert.deepEqual(await statuses(), ["pending"]);
});

test("an attempt that fails while its endpoint is enabled is retried", async () => {
  await emit();
  await queueNewDeliveries();
  const [taken] = await claim();
  await disable();
  await during(enable, () => recordAttempts([failed(taken!)]));
  assert.deepEqual(await statuses(), ["retrying"]);
});
