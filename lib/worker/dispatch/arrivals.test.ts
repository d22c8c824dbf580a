import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { getPool } from "#db/client.ts";
import {
  type Delivery,
  deleteEndpoint,
  listDeliveries,
  updateEndpoint,
} from "#lib/domain/webhooks/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import { clearQueue } from "#test/hook-rows.ts";
import { cutLanes, emitPaid, endpointAt } from "#test/lanes.ts";
import { createMerchant } from "#test/merchant.ts";
import { startReceiver } from "#test/receiver.ts";
import type { Loop } from "../repeat.ts";
import { startDispatch } from "./dispatch.ts";

const stops: Array<() => Promise<void>> = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

let ctx: Context;
beforeEach(async () => {
  await clearQueue();
  ctx = (await createMerchant()).ctx.test;
});

function start(options: Parameters<typeof startDispatch>[0] = {}): Loop {
  const loop = startDispatch({
    renderEventBody: (event) => JSON.stringify({ id: event.id, data: event.data }),
    ...options,
  });
  stops.push(loop.stop);
  return loop;
}

async function receiver() {
  const started = await startReceiver();
  stops.push(started.stop);
  return started;
}

const endpoint = (url: string, owner = ctx) => endpointAt(url, owner);
const emit = (owner = ctx) => emitPaid(owner);

async function until(
  wanted: (items: readonly Delivery[]) => boolean,
  owner = ctx,
): Promise<Delivery[]> {
  const ends = performance.now() + 20_000;
  for (;;) {
    const { items } = await listDeliveries(owner, { limit: 100 });
    if (wanted(items)) return items;
    if (performance.now() > ends) throw new Error(`still ${items.map(({ status }) => status)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const each = (status: Delivery["status"]) => (items: readonly Delivery[]) =>
  items.every((item) => item.status === status);

test("without a worker new deliveries are listed as pending, and no worker's row is written for them", async () => {
  const { url } = await receiver();
  const [one, two] = [await endpoint(url), await endpoint(url)];
  const eventId = await emit();
  const { items } = await listDeliveries(ctx, { limit: 10 });
  assert.deepEqual(
    items.map((item) => [item.eventId, item.status, item.attemptCount, item.origin]),
    [
      [eventId, "pending", 0, "event"],
      [eventId, "pending", 0, "event"],
    ],
  );
  assert.deepEqual(items.map((item) => item.endpointId).sort(), [one, two].sort());
  const { items: of } = await listDeliveries(ctx, {
    limit: 10,
    endpointId: one,
    status: ["pending"],
  });
  assert.equal(of.length, 1);
  const { rows } = await getPool().query("select 1 from deliveries where account_id = $1", [
    ctx.accountId,
  ]);
  assert.equal(rows.length, 0);
});

test("an event goes to the endpoints of its commit, not to one that was added before it was sent", async () => {
  const [early, late] = [await receiver(), await receiver()];
  await endpoint(early.url);
  const before = await emit();
  await endpoint(late.url);
  const after = await emit();
  start();
  await early.waitFor(2);
  await late.waitFor(1);
  const items = await until(each("delivered"));
  assert.equal(items.length, 3);
  assert.deepEqual(
    late.received.map((got) => got.headers["service-event-id"]),
    [after],
  );
  assert.deepEqual(
    early.received.map((got) => got.headers["service-event-id"]).sort(),
    [before, after].sort(),
  );
});

test("an endpoint disabled or deleted before a new delivery is sent gets nothing", async () => {
  const { url, received } = await receiver();
  const [disabled, deleted] = [await endpoint(url), await endpoint(url)];
  await emit();
  await updateEndpoint(ctx, disabled, { status: "disabled" });
  await deleteEndpoint(ctx, deleted);
  start();
  const other = (await createMerchant()).ctx.test;
  const alive = await receiver();
  await endpoint(alive.url, other);
  await emit(other);
  await alive.waitFor(1);
  const { items } = await listDeliveries(ctx, { limit: 10 });
  const statusOf = (id: string) => items.find((item) => item.endpointId === id)!.status;
  assert.deepEqual([statusOf(disabled), statusOf(deleted)], ["held", "canceled"]);
  assert.equal(received.length, 0);
});

test("the outcome of an attempt is kept when its endpoint is disabled meanwhile", async () => {
  const { url, reply, waitFor } = await receiver();
  let answer = () => {};
  reply({
    write: (response) => {
      answer = () => response.writeHead(200).end();
    },
  });
  const id = await endpoint(url);
  start();
  await emit();
  await waitFor(1);
  await updateEndpoint(ctx, id, { status: "disabled" });
  const { items } = await listDeliveries(ctx, { limit: 10 });
  assert.deepEqual(
    items.map(({ status }) => status),
    ["held"],
  );
  answer();
  const [delivery] = await until(each("delivered"));
  assert.equal(delivery!.attemptCount, 1);
});

test("deliveries that an endpoint has no room for within a second wait in the queue", async () => {
  const { url, reply, waitFor } = await receiver();
  const answers: Array<() => void> = [];
  reply({ write: (response) => void answers.push(() => response.writeHead(200).end()) });
  await endpoint(url);
  start({ limits: { perEndpoint: 2 } });
  for (let n = 0; n < 6; n++) await emit();
  await waitFor(2);
  await until((items) => items.length === 6);
  const queued = async () => {
    const { rows } = await getPool().query<{ n: number }>(
      "select count(*)::int as n from deliveries where account_id = $1 and status = 'pending'",
      [ctx.accountId],
    );
    return rows[0]!.n;
  };
  const ends = performance.now() + 10_000;
  while ((await queued()) < 4 && performance.now() < ends) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.equal(await queued(), 4);
  reply({ status: 200 });
  for (const answer of answers) answer();
  await until(each("delivered"));
});

test("the backlog of one account delays no other", async () => {
  const busy = (await createMerchant()).ctx.test;
  const slow = await receiver();
  slow.reply({ status: 200, delayMs: 400 });
  const slowEndpoint = await endpoint(slow.url, busy);
  const events = Array.from({ length: 5_000 }, () => newId("evt"));
  await getPool().query(
    `with emitted as (
       insert into events (account_id, id, mode, type, object_id, version, data)
       select $1, id, 'test', 'payment.succeeded', 'pay_1', '2026-04-01', '{}' from unnest($2::text[]) id
     )
     insert into new_deliveries (account_id, id, mode, event_id, event_type, object_id, endpoint_id)
     select $1, 'dlv_' || substr(id, 5) || '0123456789', 'test', id, 'payment.succeeded', 'pay_1', $3
       from unnest($2::text[]) id`,
    [busy.accountId, events, slowEndpoint],
  );
  const { url, waitFor } = await receiver();
  await endpoint(url);
  const eventId = await emit();
  const began = performance.now();
  start();
  const [got] = await waitFor(1);
  assert.equal(got!.headers["service-event-id"], eventId);
  assert.ok(performance.now() - began < 5_000);
});

test("lanes are shared by all workers, and move at once when a worker's connection is lost", async () => {
  const lanes = async () => {
    const { rows } = await getPool().query<{ n: number }>(
      `select count(*)::int as n from pg_locks
        where locktype = 'advisory' and classid = 7340013 and granted
          and database = (select oid from pg_database where datname = current_database())
        group by pid order by 1`,
    );
    return rows.map(({ n }) => n).join();
  };
  const become = async (wanted: string) => {
    const ends = performance.now() + 10_000;
    let found = await lanes();
    while (found !== wanted && performance.now() < ends) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      found = await lanes();
    }
    assert.equal(found, wanted);
  };
  const first = start();
  await become("16");
  start();
  await become("8,8");
  start();
  await become("4,6,6");
  assert.equal(await cutLanes(), 3);
  await become("4,6,6");
  await first.stop();
  await become("8,8");
});
