import type { schema } from "#db/client.ts";
import { DAY_MS, dateFromMs, HOUR_MS, MINUTE_MS } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { NEWEST_VERSION, type Version } from "#lib/kernel/versions.ts";
import type { Payment } from "./history.ts";
import type { Random } from "./random.ts";

type UsageRow = typeof schema.apiKeyUsage.$inferInsert;
type MinuteRow = typeof schema.apiKeyUsageMinutes.$inferInsert;
type VersionRow = typeof schema.apiVersionUsage.$inferInsert;
type CallerRow = typeof schema.apiKeyCallers.$inferInsert;
type LastUseRow = typeof schema.apiKeyLastUse.$inferInsert;

/** The version header of the shop's code before the rotation. */
const OLD_VERSION: Version = "2025-10-01";

/** The shop's servers and the names of its programs, before the rotation and since. */
const SERVERS: Record<"old" | "new", [address: string, client: string][]> = {
  old: [
    ["198.51.100.17", "lindenhof-shop/3.8"],
    ["198.51.100.18", "lindenhof-shop/3.8"],
  ],
  new: [
    ["198.51.100.42", "lindenhof-shop/4.1"],
    ["198.51.100.43", "lindenhof-shop/4.1"],
    ["198.51.100.60", "subscriptions-job/1.3"],
  ],
};

/** Which demo key charged: the old one until the rotation, both during the rollout, then the new one. */
export type KeyTimeline = {
  accountId: Id<"acct">;
  oldKey: Id<"key">;
  newKey: Id<"key">;
  rotatedMs: number;
  quietMs: number;
  nowMs: number;
};

/** Usage counters of the two server keys, derived from the payments. */
export function keyUsage(
  random: Random,
  timeline: KeyTimeline,
  payments: readonly Payment[],
): {
  usage: UsageRow[];
  minutes: MinuteRow[];
  versions: VersionRow[];
  callers: CallerRow[];
  lastUse: LastUseRow[];
} {
  const { accountId, oldKey, newKey, rotatedMs, quietMs, nowMs } = timeline;
  const hours = new Map<string, UsageRow>();
  const minutes = new Map<string, MinuteRow>();
  const versions = new Map<string, VersionRow>();
  const callers = new Map<string, CallerRow>();
  const last = new Map<Id<"key">, LastUseRow>();
  for (const payment of payments) {
    const share = (payment.atMs - rotatedMs) / (quietMs - rotatedMs);
    const keyId = share >= 1 || (share > 0 && random.chance(share)) ? newKey : oldKey;
    const hour = dateFromMs(Math.floor(payment.atMs / HOUR_MS) * HOUR_MS);
    // A charge comes with one or two reads.
    const requests = random.int(1, 3);
    const errors = payment.decline ? 1 : 0;
    const slot = `${keyId} ${hour.getTime()}`;
    const row = hours.get(slot) ?? { accountId, keyId, hour, requests: 0, errors: 0 };
    hours.set(slot, { ...row, requests: row.requests + requests, errors: row.errors + errors });
    const version = keyId === oldKey ? OLD_VERSION : NEWEST_VERSION;
    const look = random.chance(0.2) ? "list_payments" : "read_payment";
    for (const [route, made] of [
      ["create_payment", 1],
      [look, requests - 1],
    ] as const) {
      if (made === 0) continue;
      const named = keyId === oldKey;
      const slot = `${keyId} ${hour.getTime()} ${route}`;
      const sum = versions.get(slot)?.requests ?? 0;
      versions.set(slot, { accountId, keyId, hour, version, named, route, requests: sum + made });
    }
    const [address, client] = random.pick(SERVERS[keyId === oldKey ? "old" : "new"]);
    const lastAt = dateFromMs(payment.atMs);
    const use = { accountId, keyId, address, client, version, requests, errors, lastAt };
    addCaller(callers, { ...use, per: "hour", start: hour });
    // Minutes are kept for the last hour only.
    if (payment.atMs > nowMs - HOUR_MS) {
      const start = dateFromMs(Math.floor(payment.atMs / MINUTE_MS) * MINUTE_MS);
      addCaller(callers, { ...use, per: "minute", start });
      const slot = `${keyId} ${start.getTime()}`;
      const row = minutes.get(slot) ?? { accountId, keyId, minute: start, requests: 0, errors: 0 };
      minutes.set(slot, { ...row, requests: row.requests + requests, errors: row.errors + errors });
    }
    const before = last.get(keyId);
    last.set(keyId, {
      accountId,
      keyId,
      lastUsedAt: lastAt,
      lastAddress: address,
      lastVersion: version,
      totalRequests: (before?.totalRequests ?? 0) + requests,
      totalErrors: (before?.totalErrors ?? 0) + errors,
    });
  }
  return {
    usage: [...hours.values()],
    minutes: [...minutes.values()],
    versions: [...versions.values()],
    callers: [...callers.values()],
    lastUse: [...last.values()],
  };
}

/** Adds one use to those of the same caller in the same slice of time. */
/** The addresses of the callers, so that a new one is noticed. */
export function addressesOf(
  callers: readonly CallerRow[],
): (typeof schema.apiKeyAddresses.$inferInsert)[] {
  const hours = callers.filter(({ per }) => per === "hour");
  const groups = Map.groupBy(hours, ({ keyId, address }) => `${keyId} ${address}`);
  return [...groups.values()].map((group) => {
    const { accountId, keyId, address } = group[0]!;
    const firstMs = Math.min(...group.map(({ start }) => start.getTime()));
    const lastMs = Math.max(...group.map(({ lastAt }) => lastAt.getTime()));
    const times = { firstAt: dateFromMs(firstMs), lastAt: dateFromMs(lastMs) };
    return { accountId, keyId, address, ...times };
  });
}

function addCaller(callers: Map<string, CallerRow>, use: CallerRow): void {
  const slot = `${use.keyId} ${use.per} ${use.start.getTime()} ${use.address}`;
  const seen = callers.get(slot);
  const requests = (seen?.requests ?? 0) + use.requests;
  callers.set(slot, { ...use, requests, errors: (seen?.errors ?? 0) + use.errors });
}

/** The rotation began four days ago, and the last use of the old key was a day and a half later. */
export function rotationOf(nowMs: number): { rotatedMs: number; quietMs: number } {
  return { rotatedMs: nowMs - 4 * DAY_MS, quietMs: nowMs - 2.5 * DAY_MS };
}
