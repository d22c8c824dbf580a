import assert from "node:assert/strict";
import { test } from "node:test";
import { browseEvents, listEvents } from "#lib/domain/events/index.ts";
import { listDeliveries } from "#lib/domain/webhooks/index.ts";
import { DAY_MS, dateFromMs, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import { createUpcomingPartitions, deliveryRow, endpointRow, eventRow } from "#test/hook-rows.ts";
import { createMerchant } from "#test/merchant.ts";
import { pagesRead } from "#test/pages-read.ts";
import { browseDeliveries } from "../deliveries/read-deliveries.ts";

const FIRST = { after: null, before: null, limit: 50 };

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

test("a list of one day reads only the partitions of that day, in test mode as well", async () => {
  await createUpcomingPartitions(31);
  const merchant = await createMerchant();
  const ctx = merchant.ctx.test;
  const endpoint = await endpointRow(merchant);
  const found: Record<number, string[]> = {};
  for (const days of [12, 10, 1]) {
    const createdAt = dateFromMs(nowMs() - days * DAY_MS);
    const event = await eventRow(merchant, { createdAt });
    found[days] = [event, await deliveryRow(merchant, event, endpoint, { createdAt })];
  }
  const [from, to] = [dateFromMs(nowMs() - 10.5 * DAY_MS), dateFromMs(nowMs() - 9.5 * DAY_MS)];
  const created = { from, to };
  const reads = {
    deliveries: async () => (await browseDeliveries(ctx, { created: { from, to } }, FIRST)).rows,
    "deliveries of the API": async () => (await listDeliveries(ctx, { limit: 9, created })).items,
    events: async () => (await browseEvents(ctx, { created: { from, to } }, FIRST)).rows,
    "events of the API": async () => (await listEvents(ctx, { limit: 9, created })).items,
  };
  for (const [name, read] of Object.entries(reads)) {
    const [event, delivery] = found[10]!;
    assert.deepEqual(idsOf(await read()), [name.startsWith("events") ? event : delivery], name);
    const [first] = await pagesRead(read);
    const days = new Set(first!.plan.match(/\b(?:deliveries|events)_\d{8}\b/g));
    assert.ok(days.size <= 2, `${name}: ${[...days].join(" ")}`);
  }
});

test("an event made while the test clock is ahead is found by its own time", async () => {
  await createUpcomingPartitions(31);
  const merchant = await createMerchant();
  const aheadMs = 20 * DAY_MS;
  const ctx: Context = { ...merchant.ctx.test, clockAheadMs: aheadMs };
  const createdAt = dateFromMs(nowMs() + aheadMs);
  const event = newId("evt");
  await eventRow(merchant, { id: event, createdAt });
  const [from, to] = [
    dateFromMs(createdAt.getTime() - HOUR_MS),
    dateFromMs(createdAt.getTime() + HOUR_MS),
  ];
  const listed = await listEvents(ctx, { limit: 9, created: { from, to } });
  const browsed = await browseEvents(ctx, { created: { from, to } }, FIRST);
  assert.deepEqual([idsOf(listed.items), idsOf(browsed.rows)], [[event], [event]]);
  const late = await listEvents(ctx, { limit: 9, created: { to: from } });
  assert.deepEqual(late.items, []);
});
