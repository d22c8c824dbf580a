import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import fc from "fast-check";
import { useClock } from "#lib/kernel/clock.ts";
import type { Verdict } from "#lib/kernel/rate-limited.ts";
import { RATE_LIMITS } from "#lib/kernel/vocabulary/rate-limits.ts";
import { type Rule, ruleFor } from "./limits.ts";
import { createMemoryLimiter } from "./memory-limiter.ts";

let ms = 0;
let putBack: () => void;
beforeEach(() => {
  ms = 1_800_000_000_000;
  putBack = useClock({ nowMs: () => ms });
});
afterEach(() => putBack());

const take = (limiter: ReturnType<typeof createMemoryLimiter>, rule: Rule, name = "a") =>
  limiter.take(name, rule) as Verdict;

/** Takes a call after each wait; returns the times of the allowed calls. */
function allowedAt(rule: Rule, waits: readonly number[]): number[] {
  const limiter = createMemoryLimiter();
  return waits.flatMap((wait) => {
    ms += wait;
    return take(limiter, rule).allowed ? [ms] : [];
  });
}

function mostInAnySecond(moments: readonly number[]): number {
  return Math.max(
    0,
    ...moments.map((from) => moments.filter((at) => at >= from && at < from + 1_000).length),
  );
}

const waits = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 120 });

test("a rolling bucket allows at most its limit in any second, and refuses no call below it", () => {
  fc.assert(
    fc.property(waits, fc.integer({ min: 1, max: 40 }), (gaps, perSecond) => {
      const allowed = allowedAt({ kind: "rolling", perSecond }, gaps);
      assert.ok(mostInAnySecond(allowed) <= perSecond);
      assert.ok(allowed.length >= Math.min(gaps.length, perSecond));
    }),
  );
});

test("a write bucket allows a burst of twice its limit and then refills at its limit", () => {
  const rule: Rule = { kind: "burst", perSecond: 25 };
  const limiter = createMemoryLimiter();
  const burst = Array.from({ length: 60 }, () => take(limiter, rule).allowed);
  assert.equal(burst.filter(Boolean).length, 50);
  ms += 1_000;
  const next = Array.from({ length: 60 }, () => take(limiter, rule).allowed);
  assert.equal(next.filter(Boolean).length, 25);
});

test("over any period a write bucket allows at most the burst plus the refill", () => {
  fc.assert(
    fc.property(waits, fc.integer({ min: 1, max: 12 }), (gaps, perSecond) => {
      const allowed = allowedAt({ kind: "burst", perSecond }, gaps);
      allowed.forEach((from, i) => {
        const spanMs = allowed.at(-1)! - from;
        assert.ok(allowed.length - i <= 2 * perSecond + (spanMs * perSecond) / 1_000 + 1e-6);
      });
    }),
  );
});

test("a call after retryAfterMs is allowed", () => {
  for (const kind of ["burst", "rolling"] as const) {
    const rule = { kind, perSecond: 3 };
    const limiter = createMemoryLimiter();
    let verdict = take(limiter, rule);
    while (verdict.allowed) verdict = take(limiter, rule);
    assert.equal(verdict.remaining, 0);
    assert.ok(verdict.retryAfterMs > 0 && verdict.retryAfterMs <= 1_000);
    ms += Math.ceil(verdict.retryAfterMs);
    assert.equal(take(limiter, rule).allowed, true, kind);
  }
});

test("exactly `remaining` further calls are allowed", () => {
  for (const kind of ["burst", "rolling"] as const) {
    const limiter = createMemoryLimiter();
    const { remaining } = take(limiter, { kind, perSecond: 7 });
    for (let i = remaining; i > 0; i--) {
      assert.equal(take(limiter, { kind, perSecond: 7 }).allowed, true);
    }
    assert.equal(take(limiter, { kind, perSecond: 7 }).allowed, false);
  }
});

test("a clock that is set back locks no caller out", () => {
  for (const kind of ["burst", "rolling"] as const) {
    const limiter = createMemoryLimiter();
    while (take(limiter, { kind, perSecond: 5 }).allowed) ms += 1;
    ms -= 3_600_000;
    const verdicts = Array.from({ length: 5 }, () => {
      ms += 400;
      return take(limiter, { kind, perSecond: 5 }).allowed;
    });
    assert.deepEqual(verdicts.slice(1), [true, true, true, true], kind);
  }
});

test("buckets are independent, and idle ones are deleted", () => {
  const limiter = createMemoryLimiter();
  const rule: Rule = { kind: "rolling", perSecond: 1 };
  assert.equal(take(limiter, rule, "a").allowed, true);
  assert.equal(take(limiter, rule, "b").allowed, true);
  assert.equal(take(limiter, rule, "a").allowed, false);
  ms += 10 * 60_000;
  take(limiter, rule, "c");
  assert.equal(limiter.size(), 1);
});

test("the limits are those of the specification, and an operator can set others", () => {
  assert.deepEqual(ruleFor("writes", "live", null), { kind: "burst", perSecond: 100 });
  assert.deepEqual(ruleFor("reads", "test", null), { kind: "rolling", perSecond: 50 });
  assert.deepEqual(ruleFor("lists", "live", { lists: 40 }), { kind: "rolling", perSecond: 40 });
  assert.equal(RATE_LIMITS.replays.live, 10);
});
