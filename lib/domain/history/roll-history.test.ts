import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeDb, getPool } from "#db/client.ts";
import { ensurePartitions } from "#db/partitions.ts";
import { transact } from "#db/transact.ts";
import { emitEvent } from "#lib/domain/events/index.ts";
import { DAY_MS, dateFromMs, nowMs, useClock } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { askOwner, asOwner } from "#test/as-owner.ts";
import { deliveryRow, endpointRow, eventRow } from "#test/hook-rows.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { createUpcomingPartitions, dropOldHistory } from "./index.ts";

after(closeDb);

async function partitions(): Promise<string[]> {
  const { rows } = await getPool().query<{ name: string }>(
    "select relname as name from pg_class where relname ~ '^(events|deliveries)_[0-9]{8}$'",
  );
  return rows.map((row) => row.name).sort();
}

/** An event that happened so many days ago. */
async function eventOf(merchant: Merchant, daysAgo: number): Promise<Id<"evt">> {
  const ms = nowMs() - daysAgo * DAY_MS;
  await createPartitionsAt(ms);
  return await eventRow(merchant, { createdAt: dateFromMs(ms) });
}

const exists = async (id: string) =>
  (await getPool().query("select from events where id = $1", [id])).rowCount === 1;

test("history is there for its thirty days, then its partitions are dropped; the coming days are always made", async () => {
  const merchant = await createMerchant();
  const [young, old] = [await eventOf(merchant, 29), await eventOf(merchant, 34)];
  await createUpcomingPartitions();
  assert.ok((await partitions()).includes(`deliveries_${dayOf(nowMs() + 7 * DAY_MS)}`));

  const dropped = await dropOldHistory();
  assert.ok(dropped.some((name) => name.startsWith("delivery_attempts_")));
  assert.deepEqual([await exists(young), await exists(old)], [true, false]);
  assert.deepEqual(await dropOldHistory(), [], "a second round finds nothing more to drop");
});

test("a process whose clock is far ahead drops no day that is young by the database's clock", async () => {
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

test("a day and the days after it are kept while one of its events is still to be delivered", async () => {
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

test("whoever writes events makes room for them, also after the machine slept for weeks", async () => {
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

test("room is made while somebody reads, by many at once", async () => {
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

test("old days are dropped while somebody reads them and others write: nobody waits", async () => {
  const { ctx } = await createMerchant();
  const [reader, writer] = await Promise.all([getPool().connect(), getPool().connect()]);
  const hundredDaysAgo = nowMs() - 100 * DAY_MS;
  const day = dayOf(hundredDaysAgo);
  try {
    await createPartitionsAt(hundredDaysAgo);
    // What a process left that died between detaching and dropping.
    await askOwner(`alter table events detach partition events_${day}`);
    await reader.query("begin; select count(*) from deliveries");
    let done = false;
    const rolling = dropOldHistory().then((dropped) => {
      done = true;
      return dropped;
    });
    await writer.query("set lock_timeout = '2s'");
    const write = "update deliveries set attempt_count = 0 where account_id = $1";
    // Until it waits for the reader, and a good while longer.
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

/** Waits until a detachment waits for those who read. */
async function untilWaiting(): Promise<void> {
  const text = `select 1 from pg_stat_activity
    where query like '%detach partition%' and wait_event_type = 'Lock'`;
  for (;;) {
    const { rows } = await askOwner(text);
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
