// Runs alone: its partitions must be empty.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ensurePartitions } from "#db/partitions.ts";
import { DAY_MS, dateFromMs, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import { asOwner } from "#test/as-owner.ts";
import { claimDueDeliveries } from "#test/claim-deliveries.ts";
import { deliveryRow, endpointRow, eventRow } from "#test/hook-rows.ts";
import { createMerchant } from "#test/merchant.ts";
import { newQueuePlace } from "../index.ts";

test("a whole search finds due deliveries of any day, past or future", async () => {
  const merchant = await createMerchant();
  const endpoint = await endpointRow(merchant);
  const ids: string[] = [];
  for (const days of [-60, -2, 60]) {
    const createdAt = dateFromMs(nowMs() + days * DAY_MS + HOUR_MS);
    const day = { nowMs: createdAt.getTime(), daysBack: 0, daysAhead: 0 };
    await asOwner((client) => ensurePartitions(client, day));
    const due = { status: "pending", attemptCount: 0, nextAttemptAt: dateFromMs(nowMs()) } as const;
    const event = await eventRow(merchant, { createdAt });
    ids.push(await deliveryRow(merchant, event, endpoint, { createdAt, ...due }));
  }
  assert.deepEqual(await claimedIds(false), []);
  assert.deepEqual(await claimedIds(true), ids);
});

/** Claims due deliveries and returns their ids in order. */
async function claimedIds(whole: boolean): Promise<string[]> {
  const args = {
    ...({ status: "pending", limit: 10, perEndpoint: 10, perFailingEndpoint: 10 } as const),
    ...{
      passOver: [],
      accounts: { most: 10, underWay: new Map() },
      whole,
      place: newQueuePlace(),
      leaseMs: 30_000,
    },
  };
  const claimed = await claimDueDeliveries(args, (event) => JSON.stringify(event.data));
  return claimed.map(({ id }) => id).toSorted();
}
