// Runs alone: its partitions must be empty.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { getPool } from "#db/client.ts";
import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import { claimDueDeliveries } from "#test/claim-deliveries.ts";
import { endpointRow } from "#test/hook-rows.ts";
import { createMerchant } from "#test/merchant.ts";
import { knownToBeEmpty, rowsRead } from "#test/watch-database.ts";
import { newQueuePlace, recordAttempts } from "../index.ts";
import { attemptRecord } from "./send-delivery.ts";

const DUE = 1_000;
const TAKEN = 250;

const TABLES = ["deliveries", "events", "event_bodies", "delivery_attempts"];

before(() => knownToBeEmpty(TABLES));

const MAKE = `
  with event as (
    insert into events (account_id, id, mode, type, object_id, version, data, created_at)
    select $1, id, 'test', 'payment.succeeded', 'pay_1', '2026-04-01', '{"id": "pay_1"}', now()
      from unnest($2::text[]) as e (id))
  insert into deliveries (account_id, id, mode, event_id, event_type, object_id, endpoint_id,
                          next_attempt_at, created_at)
  select $1, d.id, 'test', d.event_id, 'payment.succeeded', 'pay_1', $4, now(), now()
    from unnest($3::text[], $2::text[]) as d (id, event_id)`;

test("plans made while a partition is empty still read only the claimed rows after it has filled", async () => {
  const merchant = await createMerchant();
  const endpoint = await endpointRow(merchant, { url: "https://example.com/", events: ["none"] });
  const add = async (count: number) => {
    const events = Array.from({ length: count }, () => newId("evt"));
    const ids = events.map(() => newId("dlv"));
    await getPool().query(MAKE, [merchant.account.id, events, ids, endpoint]);
  };
  const become = (status: "enabled" | "disabled") =>
    getPool().query("update webhook_endpoints set status = $1 where id = $2", [status, endpoint]);
  const readBefore = await rowsRead(TABLES);

  assert.equal(await deliver(), 0);
  await add(1);
  assert.equal(await deliver(), 1);
  await become("disabled");
  await add(1);
  assert.equal(await deliver(), 0, "it is held");
  await become("enabled");
  await add(DUE);
  assert.equal(await deliver(), TAKEN);
  await become("disabled");
  assert.equal(await deliver(), 0);
  const { rows } = await getPool().query(
    "select count(*)::int as held from deliveries where endpoint_id = $1 and status = 'held'",
    [endpoint],
  );
  assert.equal(rows[0].held, 1 + TAKEN);

  const read = (await rowsRead(TABLES)) - readBefore;
  assert.ok(read < 20 * 2 * TAKEN, `${read} rows were read for ${TAKEN} sent and ${TAKEN} held`);
});

/** Claims and records deliveries, and returns their number. */
async function deliver(): Promise<number> {
  const args = {
    ...({ status: "pending", limit: TAKEN, perEndpoint: TAKEN, perFailingEndpoint: 1 } as const),
    ...{ passOver: [], whole: false, place: newQueuePlace(), leaseMs: 30_000 },
    accounts: { most: TAKEN, underWay: new Map<Id<"acct">, number>() },
  };
  const claimed = await claimDueDeliveries(args, (event) => JSON.stringify(event.data));
  const call = {
    ...{
      sentAt: dateFromMs(nowMs()),
      durationMs: 1,
      status: 200,
      headers: {},
      body: Buffer.from("ok"),
    },
    ...{ truncated: false, failure: null, address: null, certificate: null, timings: {} },
  };
  return await recordAttempts(claimed.map((each) => attemptRecord(each, {}, call)));
}
