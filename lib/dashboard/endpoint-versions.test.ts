import assert from "node:assert/strict";
import { test } from "node:test";
import { sampleOf } from "#lib/domain/events/index.ts";
import { dateFromMs, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { signedIn } from "#test/dashboard.ts";
import { deliveryRow, endpointRow, eventRow } from "#test/hook-rows.ts";
import { createMerchant } from "#test/merchant.ts";

const NEWEST = NEWEST_VERSION;
const MIDDLE = "2025-10-01";

type Body = { type: string; version: string; data: Record<string, unknown> };
type Shown = { type: string; id: string | null; isReal: boolean; before: Body; after: Body };

test("a change of an endpoint's version is shown on the latest event of each type that it received", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const [endpoint, other] = [await endpointRow(merchant), await endpointRow(merchant)];
  const make = async (type: "payment.failed" | "refund.failed", ageMs: number, to = endpoint) => {
    const createdAt = dateFromMs(nowMs() - ageMs);
    const id = await eventRow(merchant, { type, createdAt });
    await deliveryRow(merchant, id, to, { eventType: type, createdAt });
    return id;
  };
  await make("payment.failed", 3 * HOUR_MS);
  const latest = await make("payment.failed", 2 * HOUR_MS);
  const refund = await make("refund.failed", HOUR_MS);
  // Excludes deliveries to other endpoints and test events.
  await make("payment.failed", 0, other);
  const trial = await eventRow(merchant, { type: "refund.failed" });
  await deliveryRow(merchant, trial, endpoint, { eventType: "refund.failed", origin: "test" });

  const path = `/test/endpoints/${endpoint}/compare?to=${MIDDLE}`;
  const { status, body } = await visitor.get(path);
  assert.equal(status, 200);
  assert.deepEqual([body.from, body.to], [NEWEST, MIDDLE]);
  const shown = body.events as Shown[];
  assert.deepEqual(
    shown.map(({ type, id, isReal }) => [type, id, isReal]),
    [
      ["refund.failed", refund, true],
      ["payment.failed", latest, true],
    ],
  );
  const { before, after } = shown[1]!;
  assert.deepEqual([before.version, after.version], [NEWEST, MIDDLE]);
  assert.ok("decline" in before.data && !("decline" in after.data));
  assert.equal(after.data.decline_code, "do_not_honor");
});

test("without a delivery the comparison has a sample of a subscribed type, marked as a sample", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const endpoint = await endpointRow(merchant, { events: ["refund.settled"], version: MIDDLE });
  const { body } = await visitor.get(`/test/endpoints/${endpoint}/compare?to=${NEWEST}`);
  const [only, ...more] = body.events as Shown[];
  assert.deepEqual(
    [only?.type, only?.id, only?.isReal, more.length],
    ["refund.settled", null, false, 0],
  );
  assert.ok("failure_code" in only!.before.data && "failure_reason" in only!.after.data);
});

test("endpoints of other accounts or modes and unreleased versions are refused", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const endpoint = await endpointRow(merchant);
  const data = sampleOf("payment.failed", "test");
  const event = await eventRow(merchant, { type: "payment.failed", data });
  await deliveryRow(merchant, event, endpoint, { eventType: "payment.failed" });
  const [owner, stranger] = [await signedIn(merchant), await signedIn(other)];
  const path = (mode: string, to = MIDDLE) => `/${mode}/endpoints/${endpoint}/compare?to=${to}`;
  assert.equal((await owner.get(path("test"))).status, 200);
  assert.equal((await stranger.get(path("test"))).status, 404);
  assert.equal((await owner.get(path("live"))).status, 404);
  const unknown = await owner.get(path("test", "2025-05-05"));
  assert.deepEqual([unknown.status, unknown.body.error.param], [400, "to"]);
});

test("an endpoint's version is changed only by a request that names the current one", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const endpoint = await endpointRow(merchant);
  const move = (version: string, fromVersion: string) =>
    visitor.post(`/test/endpoints/${endpoint}`, { version, fromVersion });
  assert.equal((await move(MIDDLE, NEWEST)).body.endpoint.version, MIDDLE);
  const stale = await move("2025-04-01", NEWEST);
  assert.deepEqual([stale.status, stale.body.error.code], [409, "state_invalid"]);
  assert.equal((await visitor.get(`/test/endpoints/${endpoint}`)).body.version, MIDDLE);
});
