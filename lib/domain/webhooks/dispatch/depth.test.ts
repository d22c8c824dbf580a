import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { getPool } from "#db/client.ts";
import { dateFromMs, MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { clearQueue, endpointRow } from "#test/hook-rows.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { outage } from "#test/replay-rows.ts";
import { countNewDeliveries, countRetrying, MOST_COUNTED, queueDepths } from "../index.ts";

let merchant: Merchant;
beforeEach(async () => {
  await clearQueue();
  merchant = await createMerchant();
});

/** Puts first attempts of an endpoint into the queue. */
async function queue(endpoint: Id<"we">, count: number, agoMs: number): Promise<void> {
  await outage(merchant, endpoint, count, { status: "held" });
  await getPool().query(
    `update deliveries set status = 'pending', next_attempt_at = $2
      where endpoint_id = $1 and status = 'held'`,
    [endpoint, dateFromMs(nowMs() - agoMs)],
  );
}

test("first attempts are counted apart for endpoints that fail, each with its oldest, and retries by themselves", async () => {
  const answering = await endpointRow(merchant);
  const failing = await endpointRow(merchant, { failingSince: dateFromMs(nowMs()) });
  await queue(answering, 3, MINUTE_MS);
  await queue(failing, 5, 3 * MINUTE_MS);
  await outage(merchant, answering, 4, { status: "retrying" });
  const depths = await queueDepths();
  const of = (state: boolean) => depths.find((depth) => depth.failing === state)!;
  assert.deepEqual([of(false).deliveries, of(true).deliveries], [3, 5]);
  assert.ok(Math.abs(of(false).oldestSeconds - 60) < 30, `${of(false).oldestSeconds}`);
  assert.ok(Math.abs(of(true).oldestSeconds - 180) < 30, `${of(true).oldestSeconds}`);
  assert.equal(await countRetrying(), 4);
  assert.equal(await countNewDeliveries(), 0);
});

test("of a long queue no more than the bound is counted", async () => {
  await queue(await endpointRow(merchant), MOST_COUNTED + 50, 0);
  const [depth, ...others] = await queueDepths();
  assert.deepEqual([depth?.deliveries, others], [MOST_COUNTED, []]);
});
