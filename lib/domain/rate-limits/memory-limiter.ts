import { MINUTE_MS, nowMs, SECOND_MS } from "#lib/kernel/clock.ts";
import type { RateLimiter, Rule, Verdict } from "./types.ts";

type Bucket = { take(ms: number): Verdict; usedMs: number };

/** Writes: room for two seconds' worth, refilled by one second's worth a second. */
function burstBucket(limit: number): Bucket {
  const capacity = limit * 2;
  let tokens = capacity;
  let filledMs = Number.NEGATIVE_INFINITY;
  return {
    usedMs: 0,
    take(ms) {
      // A clock that was set back must not drain the bucket.
      const elapsedMs = Math.max(0, ms - filledMs);
      tokens = Math.min(capacity, tokens + (elapsedMs * limit) / SECOND_MS);
      filledMs = ms;
      const allowed = tokens >= 1;
      if (allowed) tokens -= 1;
      return {
        allowed,
        limit,
        remaining: Math.floor(tokens),
        resetMs: ms + ((capacity - tokens) * SECOND_MS) / limit,
        retryAfterMs: allowed ? 0 : ((1 - tokens) * SECOND_MS) / limit,
      };
    },
  };
}

/** A ring of the last `limit` allowed calls: the next is allowed once the oldest of them is a second
 *  old, so no rolling second ever holds more than `limit`. */
function rollingBucket(limit: number): Bucket {
  const calls = new Float64Array(limit).fill(Number.NEGATIVE_INFINITY);
  let next = 0;
  let lastMs = Number.NEGATIVE_INFINITY;
  const countSince = (ms: number) => {
    let count = 0;
    // Newest to oldest; it stops at the first that is too old.
    while (count < limit && calls[(next - 1 - count + 2 * limit) % limit]! > ms) count++;
    return count;
  };
  return {
    usedMs: 0,
    take(ms) {
      if (ms < lastMs) calls.fill(Number.NEGATIVE_INFINITY);
      lastMs = ms;
      const oldest = calls[next]!;
      const allowed = ms - oldest >= SECOND_MS;
      if (allowed) {
        calls[next] = ms;
        next = (next + 1) % limit;
      }
      const newest = calls[(next - 1 + limit) % limit]!;
      return {
        allowed,
        limit,
        remaining: limit - countSince(ms - SECOND_MS),
        resetMs: newest + SECOND_MS,
        retryAfterMs: allowed ? 0 : oldest + SECOND_MS - ms,
      };
    },
  };
}

const IDLE_MS = MINUTE_MS;

/** Counts in this process. Buckets that nobody drew from for a minute, long since full again, are
 *  forgotten. A rule that changed starts a fresh bucket. */
export function createMemoryLimiter(): RateLimiter & { size(): number } {
  const buckets = new Map<string, Bucket>();
  let sweptMs = Number.NEGATIVE_INFINITY;
  const sweep = (ms: number) => {
    sweptMs = ms;
    for (const [name, bucket] of buckets) {
      if (Math.abs(ms - bucket.usedMs) > IDLE_MS) buckets.delete(name);
    }
  };
  return {
    size: () => buckets.size,
    take(name, rule: Rule) {
      const ms = nowMs();
      if (Math.abs(ms - sweptMs) > IDLE_MS) sweep(ms);
      const slot = `${name} ${rule.kind} ${rule.perSecond}`;
      let bucket = buckets.get(slot);
      if (!bucket) {
        bucket =
          rule.kind === "burst" ? burstBucket(rule.perSecond) : rollingBucket(rule.perSecond);
        buckets.set(slot, bucket);
      }
      bucket.usedMs = ms;
      return bucket.take(ms);
    },
  };
}
