import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { closeDb, getPool } from "#db/client.ts";
import { at, nowMs } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import { endpointRow } from "#lib/testing/hook-rows.ts";
import { createMerchant } from "#lib/testing/merchant.ts";
import { claimDueDeliveries, newQueuePlace, recordAttempts } from "../index.ts";
import { attemptRecord } from "./record-attempts.ts";

const DUE = 1_000;
const TAKEN = 250;

before(async () => {
  // As a vacuum of the night leaves days that were made ahead: known to be empty.
  for (const table of ["deliveries", "events", "event_bodies", "delivery_attempts"]) {
    await getPool().query(`vacuum (analyze) ${table}`);
  }
  await closeDb();
});
after(closeDb);

const MAKE = `
  with event as (
    insert into events (account_id, id, mode, type, object_id, version, data, created_at)
    select $1, id, 'test', 'payment.succeeded', 'pay_1', '2026-04-01', '{"id": "pay_1"}', now()
      from unnest($2::text[]) as e (id))
  insert into deliveries (account_id, id, mode, event_id, event_type, object_id, endpoint_id,
                          next_attempt_at, created_at)
  select $1, d.id, 'test', d.event_id, 'payment.succeeded', 'pay_1', $4, now(), now()
    from unnest($3::text[], $2::text[]) as d (id, event_id)`;

/** Rows that were read by way of an index. What a connection has read is known when it has ended. */
async function rowsRead(): Promise<number> {
  await closeDb();
  for (let before = -1; ; ) {
    const { rows } = await getPool().query(
      `select coalesce(sum(idx_tup_read), 0)::int as n from pg_stat_user_indexes
        where relname ~ '^(deliveries|events|event_bodies|delivery_attempts)_[0-9]+$'`,
    );
    if (rows[0].n === before) return before;
    before = rows[0].n;
    await getPool().query("select pg_stat_clear_snapshot(), pg_sleep(0.2)");
  }
}

test("plans made while a day is empty read no more of it, when it has filled, than is claimed and recorded", async () => {
  const merchant = await createMerchant();
  const endpoint = await endpointRow(merchant, { url: "https://example.com/", events: ["none"] });
  const add = async (count: number) => {
    const events = Array.from({ length: count }, () => newId("evt"));
    const ids = events.map(() => newId("dlv"));
    await getPool().query(MAKE, [merchant.account.id, events, ids, endpoint]);
  };
  const readBefore = await rowsRead();

  assert.equal(await deliver(), 0);
  await add(1);
  assert.equal(await deliver(), 1);
  await add(DUE);
  assert.equal(await deliver(), TAKEN);

  const read = (await rowsRead()) - readBefore;
  assert.ok(read < 20 * TAKEN, `${read} rows were read for ${TAKEN}`);
});

/** Claims and records, and answers how many. */
async function deliver(): Promise<number> {
  const args = {
    ...({ status: "pending", limit: TAKEN, perEndpoint: TAKEN, perFailingEndpoint: 1 } as const),
    ...{ passOver: [], whole: false, place: newQueuePlace(), leaseMs: 30_000 },
  };
  const claimed = await claimDueDeliveries(args, (event) => JSON.stringify(event.data));
  const exchange = {
    ...{ sentAt: at(nowMs()), durationMs: 1, status: 200, headers: {}, body: Buffer.from("ok") },
    ...{ truncated: false, failure: null, address: null, certificate: null, timings: {} },
  };
  return await recordAttempts(claimed.map((each) => attemptRecord(each, {}, exchange)));
}
