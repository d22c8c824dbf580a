import type { schema } from "#db/client.ts";
import { at, DAY_MS, HOUR_MS } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Payment } from "./history.ts";
import type { Random } from "./random.ts";

type UsageRow = typeof schema.apiKeyUsage.$inferInsert;
type LastUseRow = typeof schema.apiKeyLastUse.$inferInsert;

/** Which demo key charged: the old one until the rotation, both while it was rolled out, then the new. */
export type KeyTimeline = {
  accountId: Id<"acct">;
  oldKey: Id<"key">;
  newKey: Id<"key">;
  rotatedMs: number;
  quietMs: number;
};

/** Counters as the two server keys would have left them, from the payments that were made. */
export function keyUsage(
  random: Random,
  timeline: KeyTimeline,
  payments: readonly Payment[],
): { usage: UsageRow[]; lastUse: LastUseRow[] } {
  const { accountId, oldKey, newKey, rotatedMs, quietMs } = timeline;
  const hours = new Map<string, UsageRow>();
  const last = new Map<Id<"key">, LastUseRow>();
  for (const payment of payments) {
    const share = (payment.atMs - rotatedMs) / (quietMs - rotatedMs);
    const keyId = share >= 1 || (share > 0 && random.chance(share)) ? newKey : oldKey;
    const hour = at(Math.floor(payment.atMs / HOUR_MS) * HOUR_MS);
    // A charge comes with a look or two at it.
    const requests = random.int(1, 3);
    const errors = payment.decline ? 1 : 0;
    const slot = `${keyId} ${hour.getTime()}`;
    const row = hours.get(slot) ?? { accountId, keyId, hour, requests: 0, errors: 0 };
    hours.set(slot, { ...row, requests: row.requests + requests, errors: row.errors + errors });
    const before = last.get(keyId);
    last.set(keyId, {
      accountId,
      keyId,
      lastUsedAt: at(payment.atMs),
      lastAddress: keyId === oldKey ? "198.51.100.17" : "198.51.100.42",
      lastVersion: "2026-04-01",
      totalRequests: (before?.totalRequests ?? 0) + requests,
      totalErrors: (before?.totalErrors ?? 0) + errors,
    });
  }
  return { usage: [...hours.values()], lastUse: [...last.values()] };
}

/** The rotation began four days ago and the old key fell quiet a day and a half later. */
export function rotationOf(nowMs: number): { rotatedMs: number; quietMs: number } {
  return { rotatedMs: nowMs - 4 * DAY_MS, quietMs: nowMs - 2.5 * DAY_MS };
}
