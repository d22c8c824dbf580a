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

/** The moments of the calls of the last second, oldest first, in a ring that grows as needed: another
 *  is allowed while there are fewer than `limit`. The work per call is constant, on average. */
function rollingBucket(limit: number): Bucket {
  let calls = new Float64Array(Math.min(limit, 16));
  let oldest = 0;
  let count = 0;
  const at = (index: number) => calls[(oldest + index) % calls.length]!;
  const grow = () => {
    const larger = new Float64Array(Math.min(limit, calls.length * 2));
    for (let i = 0; i < count; i++) larger[i] = at(i);
    calls = larger;
    oldest = 0;
  };
  const forgetBefore = (ms: number) => {
    // A clock that was set back must not lock anybody out: what lies ahead is forgotten too.
    if (count > 0 && at(count - 1) > ms) count = 0;
    while (count > 0 && ms - at(0) >= SECOND_MS) {
      oldest = (oldest + 1) % calls.length;
      count--;
    }
  };
  return {
    usedMs: 0,
    take(ms) {
      forgetBefore(ms);
      const allowed = count < limit;
      if (allowed) {
        if (count === calls.length) grow();
        calls[(oldest + count) % calls.length] = ms;
        count++;
      }
      return {
        allowed,
        limit,
        remaining: limit - count,
        resetMs: at(count - 1) + SECOND_MS,
        retryAfterMs: allowed ? 0 : at(0) + SECOND_MS - ms,
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
