// Rate limits of several web processes: in Redis, without it, and while it is away.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import type { Rule } from "#lib/api/pipeline/rate-limits/limits.ts";
import { createMemoryLimiter } from "#lib/api/pipeline/rate-limits/memory-limiter.ts";
import { createSharedLimiter } from "#lib/api/pipeline/rate-limits/shared-limiter.ts";
import type { Verdict } from "#lib/kernel/rate-limited.ts";
import { RATE_LIMITS } from "#lib/kernel/vocabulary/rate-limits.ts";
import { ask } from "#test/ask.ts";
import { createMerchant } from "#test/merchant.ts";
import { killAll, type Program, startRedis, startWeb } from "./support.ts";

after(killAll);

const READS = RATE_LIMITS.reads.test;

/** Sends reads to the processes in turn, all at once; returns the statuses. */
async function readAll(webs: readonly Program[], secret: string, calls: number): Promise<number[]> {
  const headers = { authorization: `Bearer ${secret}` };
  return await Promise.all(
    Array.from({ length: calls }, async (_, n) => {
      const { port } = webs[n % webs.length]!;
      return (await ask({ port }, "/v1/payments/pay_missing", { headers })).status;
    }),
  );
}

const count = (statuses: readonly number[], status: number) =>
  statuses.filter((each) => each === status).length;

test("two web processes with Redis allow an account what one does; without it each allows as much", async (t) => {
  const { keys } = await createMerchant();
  const redis = await startRedis();
  const shared = await Promise.all([1, 2].map(() => startWeb({ REDIS_URL: redis.url })));
  const together = await readAll(shared, keys.test.secret, 4 * READS);
  const took = count(together, 404);
  // All calls within a second get the limit, and each further second as much again.
  assert.ok(took >= READS && took < 2 * READS, `${took} of ${together.length} were allowed`);
  assert.equal(took + count(together, 429), together.length);
  await Promise.all(shared.map((web) => web.kill()));

  const { keys: other } = await createMerchant();
  const apart = await Promise.all([1, 2].map(() => startWeb()));
  const each = count(await readAll(apart, other.test.secret, 4 * READS), 404);
  assert.ok(each >= 2 * READS, `${each} were allowed without Redis`);
  assert.ok(
    apart.some((web) => web.printed().includes("set REDIS_URL")),
    "and one warns of it",
  );
  await Promise.all(apart.map((web) => web.kill()));
  t.diagnostic(
    `of ${together.length} reads at once ${took} with Redis, ${each} without; the limit is ${READS}`,
  );
});

test("while Redis is away no call fails, each process enforces its share, and Redis counts again when it is back", async (t) => {
  const { keys } = await createMerchant();
  const redis = await startRedis();
  const webs = await Promise.all([1, 2].map(() => startWeb({ REDIS_URL: redis.url })));
  // Both have reported, and have read how many they are.
  const second = () => new Promise((resolve) => setTimeout(resolve, 2_500));
  await second();
  await redis.kill();
  const away = await readAll(webs, keys.test.secret, 4 * READS);
  assert.deepEqual([...new Set(away)].sort(), [404, 429], "nothing else is answered");
  const allowed = count(away, 404);
  assert.ok(allowed >= READS && allowed < 2 * READS, `${allowed} were allowed while it was away`);
  const back = await startRedis(redis.port);
  await second();
  const again = count(await readAll(webs, keys.test.secret, 4 * READS), 404);
  assert.ok(again >= READS && again < 2 * READS, `${again} were allowed when it was back`);
  await back.kill();
  t.diagnostic(`${allowed} of ${4 * READS} reads while Redis was away, ${again} when it was back`);
});

test("a bucket in Redis answers as one in memory does", async () => {
  const redis = await startRedis();
  const shared = createSharedLimiter(redis.url, {
    take: () => assert.fail("Redis did not answer"),
  });
  const memory = createMemoryLimiter();
  await shared.opened();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Rule["kind"]>("burst", "rolling"),
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 80 }),
      async (kind, perSecond, calls) => {
        const name = `run ${run++}`;
        const rule: Rule = { kind, perSecond };
        const pairs: [Verdict, Verdict][] = [];
        for (let n = 0; n < calls; n++) {
          const [there, here] = [await shared.take(name, rule), await memory.take(name, rule)];
          pairs.push([there, here]);
          if (!there.allowed) {
            assert.ok(there.retryAfterMs > 0 && there.retryAfterMs <= 1_000);
            break;
          }
        }
        // The clocks differ by the time that a call takes, in which a token may be refilled.
        const [allowedThere, allowedHere] = [0, 1].map(
          (side) => pairs.filter((p) => p[side]!.allowed).length,
        );
        assert.ok(
          Math.abs(allowedThere! - allowedHere!) <= 1,
          `${allowedThere} and ${allowedHere}`,
        );
        assert.equal(pairs[0]![0].remaining, pairs[0]![1].remaining);
      },
    ),
    { numRuns: 60 },
  );
  await shared.close();
});
