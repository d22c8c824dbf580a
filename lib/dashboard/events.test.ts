import assert from "node:assert/strict";
import { test } from "node:test";
import { transact } from "#db/transact.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import { DAY_MS, dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { createUpcomingPartitions, deliveryRow, endpointRow, eventRow } from "#test/hook-rows.ts";
import { createMerchant } from "#test/merchant.ts";

const ids = (body: { events: { id: string }[] }) => body.events.map(({ id }) => id);

test("events are filtered by type, time and id, each with its deliveries", async () => {
  await createUpcomingPartitions(4);
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const visitor = await signedIn(merchant);
  const endpoint = await endpointRow(merchant);
  const old = await eventRow(merchant, { createdAt: dateFromMs(nowMs() - 3 * DAY_MS) });
  const refund = await eventRow(merchant, { type: "refund.settled", objectId: "re_9" });
  await eventRow(other);
  await eventRow(merchant, { mode: "live" });
  await deliveryRow(merchant, refund, endpoint);
  await deliveryRow(merchant, refund, endpoint, { status: "failed" });
  const cases: [query: string, expected: string[]][] = [
    ["", [refund, old]],
    ["type=refund.settled", [refund]],
    ["created=24h", [refund]],
    ["q=re_9", [refund]],
    [`q=${old}`, [old]],
    ["q=nothing", []],
  ];
  for (const [query, expected] of cases) {
    const { body } = await visitor.get(`/test/events?${query}`);
    assert.deepEqual(ids(body), expected, query);
    assert.equal(body.total, expected.length, query);
  }
  const [line] = (await visitor.get("/test/events")).body.events;
  assert.deepEqual(line.deliveries, { delivered: 1, failed: 1 });
});

test("an event's body is in the pinned version or in the requested one", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const id = await eventRow(merchant, { type: "payment.failed" });
  const newest = (await visitor.get(`/test/events/${id}`)).body;
  assert.equal(newest.version, merchant.account.testVersion);
  assert.equal(JSON.parse(newest.body).id, id);
  assert.equal(JSON.parse(newest.body).version, NEWEST_VERSION);
  const older = (await visitor.get(`/test/events/${id}?version=2025-04-01`)).body;
  assert.equal(JSON.parse(older.body).version, "2025-04-01");
  assert.equal(older.pin, NEWEST_VERSION);
  const unknown = await visitor.get(`/test/events/${id}?version=2031-01-01`);
  assert.equal(unknown.body.error.code, "version_unknown");
});

test("an event is replayed to every subscribed endpoint, or to one", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const [a, b] = [await endpointRow(merchant), await endpointRow(merchant)];
  const id = await eventRow(merchant);
  const all = await visitor.post(`/test/events/${id}/replay`);
  assert.equal(all.body.deliveryIds.length, 2);
  const one = await visitor.post(`/test/events/${id}/replay`, { endpoint: a });
  assert.equal(one.body.deliveryIds.length, 1);
  const { deliveries } = (await visitor.get(`/test/events/${id}`)).body;
  assert.deepEqual(
    deliveries.map((line: { endpoint: { id: string } }) => line.endpoint.id).sort(),
    [a, a, b].sort(),
  );
});

test("events belong to one account and mode; a replay needs the permission", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const owner = await signedIn(merchant);
  const stranger = await signedIn(other);
  await endpointRow(merchant);
  const id = await eventRow(merchant);
  assert.equal((await owner.get(`/test/events/${id}`)).status, 200);
  assert.equal((await owner.get(`/live/events/${id}`)).status, 404);
  assert.equal((await stranger.get(`/test/events/${id}`)).status, 404);
  assert.equal((await stranger.post(`/test/events/${id}/replay`)).status, 404);
  assert.equal((await new DashboardVisitor().get(`/test/events/${id}`)).status, 401);
  const path = `/test/events/${id}/replay`;
  const forged = await owner.send("POST", path, {}, { "x-paydesk-request": undefined });
  assert.equal(forged.status, 403);
  await transact((tx) =>
    addMemberIn(tx, { accountId: merchant.account.id, userId: other.userId, role: "read_only" }),
  );
  await stranger.post("/session/account", { account: merchant.account.id });
  assert.equal((await stranger.get(`/test/events/${id}`)).status, 200);
  assert.equal((await stranger.post(path)).status, 403);
});
