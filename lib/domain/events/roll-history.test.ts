import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeDb, getPool } from "#db/client.ts";
import { ensurePartitions } from "#db/partitions.ts";
import { transact } from "#db/transact.ts";
import { at, DAY_MS, nowMs, useClock } from "#lib/kernel/clock.ts";
import { createMerchant } from "#lib/testing/merchant.ts";
import { emitEvent, getEvent, makeRoom, rollHistory } from "./index.ts";

after(closeDb);

async function partitions(): Promise<string[]> {
  const { rows } = await getPool().query<{ name: string }>(
    "select relname as name from pg_class where relname ~ '^(events|deliveries)_[0-9]{8}$'",
  );
  return rows.map((row) => row.name).sort();
}

test("history is there for its thirty days, then its partitions are dropped; the coming days are always made", async () => {
  const { ctx } = await createMerchant();
  const data = { id: "pay_1", status: "succeeded" };
  const event = await transact((tx) =>
    emitEvent(tx, ctx.test, { type: "payment.succeeded", objectId: "pay_1", data }),
  );
  const start = nowMs();
  const restore = useClock({ nowMs: () => start });
  try {
    const at = async (days: number) => {
      useClock({ nowMs: () => start + days * DAY_MS });
      return await rollHistory();
    };
    const today = (await partitions()).find((name) => name.startsWith("events_"));
    assert.ok(today);
    await at(29);
    assert.deepEqual((await getEvent(ctx.test, event.id)).data, data);
    const ahead = (await partitions()).filter((name) => name.startsWith("deliveries_"));
    assert.ok(ahead.length >= 8);

    const dropped = await at(34);
    assert.ok(dropped.some((name) => name.startsWith("delivery_attempts_")));
    await assert.rejects(getEvent(ctx.test, event.id), { code: "resource_missing" });
    const { rows } = await getPool().query("select 1 from events where id = $1", [event.id]);
    assert.equal(rows.length, 0);
    assert.deepEqual(await at(34), [], "a second round finds nothing more to drop");
  } finally {
    restore();
  }
});

test("whoever writes events makes room for them, also after the machine slept for weeks", async () => {
  const { ctx } = await createMerchant();
  const data = { id: "pay_1", status: "succeeded" };
  const emit = () =>
    transact((tx) =>
      emitEvent(tx, ctx.test, { type: "payment.succeeded", objectId: "pay_1", data }),
    );
  await makeRoom();
  const start = nowMs();
  const restore = useClock({ nowMs: () => start + 60 * DAY_MS });
  try {
    await assert.rejects(emit());
    await makeRoom();
    await emit();
  } finally {
    restore();
  }
});

test("room is made while somebody reads, by many at once", async () => {
  const [reader, ...makers] = await Promise.all([1, 2, 3, 4].map(() => getPool().connect()));
  try {
    await reader!.query("begin; select count(*) from events, deliveries");
    const far = { nowMs: nowMs() + 90 * DAY_MS, daysBack: 0, daysAhead: 1 };
    await Promise.all(
      makers.map(async (maker) => {
        await maker.query("set lock_timeout = '3s'");
        await ensurePartitions(maker, far);
      }),
    );
  } finally {
    for (const client of [reader!, ...makers]) client.release(true);
  }
});

test("old days are dropped while somebody reads them and others write: nobody waits", async () => {
  const { ctx } = await createMerchant();
  const [reader, writer] = await Promise.all([getPool().connect(), getPool().connect()]);
  const start = nowMs();
  const far = start + 150 * DAY_MS;
  const day = at(start + 100 * DAY_MS)
    .toISOString()
    .slice(0, 10)
    .replaceAll("-", "");
  const restore = useClock({ nowMs: () => far });
  try {
    await makeRoomAt(start + 100 * DAY_MS);
    // What a process left that died between detaching and dropping.
    await writer.query(`alter table events detach partition events_${day}`);
    await reader.query("begin; select count(*) from deliveries");
    let done = false;
    const rolling = rollHistory().then((dropped) => {
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
    restore();
    for (const client of [reader, writer]) client.release(true);
  }
});

async function makeRoomAt(ms: number): Promise<void> {
  const client = await getPool().connect();
  await ensurePartitions(client, { nowMs: ms, daysBack: 0, daysAhead: 0 });
  client.release();
}

/** Waits until a detachment waits for those who read. */
async function untilWaiting(): Promise<void> {
  const text = `select 1 from pg_stat_activity
    where query like '%detach partition%' and wait_event_type = 'Lock'`;
  for (;;) {
    const { rows } = await getPool().query(text);
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
