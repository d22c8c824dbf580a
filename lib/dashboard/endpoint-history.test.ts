import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS, dateFromMs, HOUR_MS, MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import { signedIn } from "#test/dashboard.ts";
import {
  attemptRow,
  createUpcomingPartitions,
  deliveryRow,
  endpointRow,
  eventRow,
} from "#test/hook-rows.ts";
import { createMerchant } from "#test/merchant.ts";

type Slot = {
  delivered: number;
  undelivered: number;
  medianMs: number | null;
  p95Ms: number | null;
};
const sum = (slots: Slot[], of: "delivered" | "undelivered") =>
  slots.reduce((total, slot) => total + slot[of], 0);

test("an endpoint's history counts successes and failures in the time slot of the delivery", async () => {
  await createUpcomingPartitions(31);
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const [shop, erp] = [await endpointRow(merchant), await endpointRow(merchant)];
  const event = await eventRow(merchant);
  const made = async (agoMs: number, status: "delivered" | "failed" | "held" | "pending") => {
    const createdAt = dateFromMs(nowMs() - agoMs);
    const nextAttemptAt = status === "pending" ? dateFromMs(nowMs() - MINUTE_MS) : null;
    const params = { status, createdAt, nextAttemptAt };
    const delivery = await deliveryRow(merchant, event, shop, params);
    if (status === "delivered") {
      await attemptRow(merchant, delivery, { durationMs: 100, sentAt: createdAt });
      await attemptRow(merchant, delivery, { number: 2, durationMs: 900, sentAt: createdAt });
    }
  };
  for (const status of ["delivered", "failed", "held", "pending"] as const) {
    await made(2 * HOUR_MS, status);
    await made(3 * DAY_MS, status);
    await made(20 * DAY_MS, status);
  }
  await deliveryRow(merchant, event, erp);
  for (const [window, slots, each] of [
    ["24h", 24, 1],
    ["7d", 28, 2],
    ["30d", 30, 3],
  ] as const) {
    const { body } = await visitor.get(`/test/endpoints/${shop}/history?window=${window}`);
    assert.equal(body.slots.length, slots);
    assert.equal(sum(body.slots, "delivered"), each, window);
    assert.equal(sum(body.slots, "undelivered"), each, window);
    const measured = body.slots.filter((slot: Slot) => slot.medianMs !== null);
    assert.ok(measured.every((slot: Slot) => slot.medianMs === 100 && slot.p95Ms === 900));
    assert.equal(measured.length, each);
    assert.ok(Date.parse(body.slots.at(-1).to) > nowMs());
  }
  const refused = await visitor.get(`/test/endpoints/${shop}/history?window=1y`);
  assert.equal(refused.body.error.param, "window");
  assert.equal((await visitor.get(`/live/endpoints/${shop}/history`)).status, 404);
});

test("an endpoint's screen shows deliveries in flight, the oldest waiting delivery, and the certificate", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const endpoint = await endpointRow(merchant);
  const event = await eventRow(merchant);
  const before = (await visitor.get(`/test/endpoints/${endpoint}`)).body;
  assert.deepEqual(before.now, { inFlight: 0, waitingSince: null });
  assert.equal(before.certificate, null);
  const due = dateFromMs(nowMs() - 5 * MINUTE_MS);
  const soon = dateFromMs(nowMs() + MINUTE_MS);
  await deliveryRow(merchant, event, endpoint, { status: "pending", nextAttemptAt: due });
  await deliveryRow(merchant, event, endpoint, {
    status: "retrying",
    nextAttemptAt: dateFromMs(nowMs() - HOUR_MS),
    leasedUntil: soon,
    leaseId: "held by a worker",
  });
  await deliveryRow(merchant, event, endpoint, { status: "retrying", nextAttemptAt: soon });
  const certificate = (issuer: string) => ({
    subject: "shop.example",
    issuer,
    validFrom: "2026-01-01T00:00:00.000Z",
    validTo: "2027-01-01T00:00:00.000Z",
  });
  const delivery = await deliveryRow(merchant, event, endpoint);
  await attemptRow(merchant, delivery, { certificate: certificate("R10"), sentAt: due });
  await attemptRow(merchant, delivery, { number: 2, certificate: certificate("R11") });
  const { now, certificate: shown } = (await visitor.get(`/test/endpoints/${endpoint}`)).body;
  assert.deepEqual(now, { inFlight: 1, waitingSince: due.toISOString() });
  assert.equal(shown.issuer, "R11");
  assert.deepEqual(
    (await visitor.get(`/test/deliveries/${delivery}`)).body.attempts.map(
      (attempt: { certificate: unknown }) => attempt.certificate,
    ),
    [certificate("R10"), certificate("R11")],
  );
});
