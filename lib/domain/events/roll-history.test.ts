import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeDb, getPool } from "#db/client.ts";
import { ensurePartitions } from "#db/partitions.ts";
import { transact } from "#db/transact.ts";
import { DAY_MS, nowMs, useClock } from "#lib/kernel/clock.ts";
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
