import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { ensurePartitions } from "#db/partitions.ts";
import { transact } from "#db/transact.ts";
import { emitEvent } from "#lib/domain/events/index.ts";
import { DAY_MS, dateFromMs, nowMs, useClock } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { askOwner, asOwner } from "#test/as-owner.ts";
import { deliveryRow, endpointRow, eventRow } from "#test/hook-rows.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { createUpcomingPartitions, dropOldHistory } from "./index.ts";

async function partitions(): Promise<string[]> {
  const { rows } = await getPool().query<{ name: string }>(
    "select relname as name from pg_class where relname ~ '^(events|deliveries)_[0-9]{8}$'",
  );
  return rows.map((row) => row.name).sort();
}

/** Inserts an event from `daysAgo` days ago. */
async function eventOf(merchant: Merchant, daysAgo: number): Promise<Id<"evt">> {
  const ms = nowMs() - daysAgo * DAY_MS;
  await createPartitionsAt(ms);
  return await eventRow(merchant, { createdAt: dateFromMs(ms) });
}

const exists = async (id: string) =>
  (await getPool().query("select from events where id = $1", [id])).rowCount === 1;

test("partitions older than 30 days are dropped and those of the next 7 days are created", async () => {
  const merchant = await createMerchant();
  const [young, old] = [await eventOf(merchant, 29), await eventOf(merchant, 34)];
  await createUpcomingPartitions();
  assert.ok((await partitions()).includes(`deliveries_${dayOf(nowMs() + 7 * DAY_MS)}`));

  const dropped = await dropOldHistory();
  assert.ok(dropped.some((name) => name.startsWith("delivery_attempts_")));
  assert.deepEqual([await exists(young), await exists(old)], [true, false]);
  assert.deepEqual(await dropOldHistory(), [], "a second run drops nothing");
});

test("a process whose clock is 60 days ahead drops no day that is recent by the database's clock", async () => {
  const young = await eventOf(await createMerchant(), 29);
  const aheadMs = nowMs() + 60 * DAY_MS;
  const putBack = useClock({ nowMs: () => aheadMs });
  try {
    await dropOldHistory();
  } finally {
    putBack();
  }
  assert.equal(await exists(young), true);
});

test("a day and the later days are kept while one of its events must still be delivered", async () => {
  const merchant = await createMerchant();
  const before = await eventOf(merchant, 51);
  const [waiting, later] = [await eventOf(merchant, 50), await eventOf(merchant, 40)];
  const delivery = await deliveryRow(merchant, waiting, await endpointRow(merchant), {
    status: "retrying",
    nextAttemptAt: dateFromMs(nowMs()),
  });
  await dropOldHistory();
  assert.equal(await exists(before), false);
  assert.deepEqual([await exists(waiting), await exists(later)], [true, true]);

  await getPool().query("update deliveries set next_attempt_at = null where id = $1", [delivery]);
  await dropOldHistory();
  assert.deepEqual([await exists(waiting), await exists(later)], [false, false]);
});

test("a process that writes events creates their partitions, also after the machine slept for weeks", async () => {
  const { ctx } = await createMerchant();
  const data = { id: "pay_1", status: "succeeded" };
  const emit = () =>
    transact((tx) =>
      emitEvent(tx, ctx.test, { type: "payment.succeeded", objectId: "pay_1", data }),
    );
  await createUpcomingPartitions();
  const start = nowMs();
  const restore = useClock({ nowMs: () => start + 60 * DAY_MS });
  try {
    await assert.rejects(emit());
    await createUpcomingPartitions();
    await emit();
  } finally {
    restore();
  }
});

test("partitions are created concurrently by several processes while another reads", async () => {
  const reader = await getPool().connect();
  try {
    await reader.query("begin; select count(*) from events, deliveries");
    const far = { nowMs: nowMs() + 90 * DAY_MS, daysBack: 0, daysAhead: 1 };
    await Promise.all(
      [1, 2, 3].map(() =>
        asOwner(async (maker) => {
          await maker.query("set lock_timeout = '3s'");
          await ensurePartitions(maker, far);
        }),
      ),
    );
  } finally {
    reader.release(true);
  }
});

test("dropping old days blocks no writer, and waits for a reader itself", async () => {
  const { ctx } = await createMerchant();
  const [reader, writer] = await Promise.all([getPool().connect(), getPool().connect()]);
  const hundredDaysAgo = nowMs() - 100 * DAY_MS;
  const day = dayOf(hundredDaysAgo);
  try {
    await createPartitionsAt(hundredDaysAgo);
    // The state after a process died between detaching and dropping.
    await askOwner(`alter table events detach partition events_${day}`);
    await reader.query("begin; select count(*) from deliveries");
    let done = false;
    const rolling = dropOldHistory().then((dropped) => {
      done = true;
      return dropped;
    });
    await writer.query("set lock_timeout = '2s'");
    const write = "update deliveries set attempt_count = 0 where account_id = $1";
    // Write before and while it waits for the reader.
    for (let n = 0; n < 20; n++) await writer.query(write, [ctx.test.accountId]);
    await untilWaiting();
    for (let n = 0; n < 20; n++) await writer.query(write, [ctx.test.accountId]);
    assert.equal(done, false, "it waits for the reader");
    await reader.query("commit");
    const dropped = await rolling;
    assert.ok(dropped.includes(`deliveries_${day}`) && dropped.includes(`events_${day}`));
    const left = (await partitions()).filter((name) => name.endsWith(day));
    assert.deepEqual(left, []);
  } finally {
    for (const client of [reader, writer]) client.release(true);
  }
});

const dayOf = (ms: number) => dateFromMs(ms).toISOString().slice(0, 10).replaceAll("-", "");

async function createPartitionsAt(ms: number): Promise<void> {
  await asOwner((client) => ensurePartitions(client, { nowMs: ms, daysBack: 0, daysAhead: 0 }));
}

/** Returns when a detachment waits for a reader. */
async function untilWaiting(): Promise<void> {
  const text = `select 1 from pg_stat_activity
    where query like '%detach partition%' and wait_event_type = 'Lock'`;
  for (;;) {
    const { rows } = await askOwner(text);
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
