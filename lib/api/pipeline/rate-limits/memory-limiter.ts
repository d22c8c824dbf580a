import { MINUTE_MS, nowMs, SECOND_MS } from "#lib/kernel/clock.ts";
import type { Verdict } from "#lib/kernel/rate-limited.ts";
import type { Rule } from "./limits.ts";

/** Counts calls: in this process now, in a shared store if there are several. */
export type RateLimiter = {
  /** Takes one call from the bucket `name`, unless it is exhausted. */
  take(name: string, rule: Rule): Verdict | Promise<Verdict>;
};

type Bucket = { take(ms: number): Verdict; usedMs: number };

/** For writes: holds calls for two seconds, refilled at the limit per second. */
function burstBucket(limit: number): Bucket {
  const capacity = limit * 2;
  let tokens = capacity;
  let filledMs = Number.NEGATIVE_INFINITY;
  return {
    usedMs: 0,
    take(ms) {
      // A clock that is set back must not drain the bucket.
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

/** Keeps the times of the last second's calls, oldest first, in a ring buffer that grows on demand. A call is allowed
 *  while there are fewer than `limit`. Amortised constant time per call. */
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
    // A clock that is set back must not lock callers out: forget times in the future too.
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

/** Counts in this process. Buckets that were not used for a minute are full again and are deleted. A changed rule starts
 *  a new bucket. */
export function createMemoryLimiter(): { take(name: string, rule: Rule): Verdict; size(): number } {
  const buckets = new Map<string, Bucket>();
  let cleanedMs = Number.NEGATIVE_INFINITY;
  const deleteIdle = (ms: number) => {
    cleanedMs = ms;
    for (const [name, bucket] of buckets) {
      if (Math.abs(ms - bucket.usedMs) > IDLE_MS) buckets.delete(name);
    }
  };
  return {
    size: () => buckets.size,
    take(name, rule) {
      const ms = nowMs();
      if (Math.abs(ms - cleanedMs) > IDLE_MS) deleteIdle(ms);
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
