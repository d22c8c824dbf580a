import { advanceClockIn, moveClock, readClock } from "#lib/domain/sandbox-clock/index.ts";
import { SECOND_MS } from "#lib/kernel/clock.ts";
import { advanceTestClockRoute, readTestClockRoute } from "../contract/test-clock.ts";
import { endpoint } from "../pipeline/serve.ts";
import { toTestClockWire } from "../serializers/test-clock.ts";

/** How long a call waits for the clock to arrive (decisions §3). */
const PATIENCE_MS = 30 * SECOND_MS;

export const testClockEndpoints = [
  endpoint(readTestClockRoute, async ({ ctx }) => toTestClockWire(await readClock(ctx))),

  endpoint(advanceTestClockRoute, async ({ ctx, body, once, render }) => {
    // The target is set once per key; the answer, also of a repeat, says how far the clock has come.
    const answer = await once((tx) => advanceClockIn(tx, ctx, body.seconds), toTestClockWire);
    if (answer.status !== 200) return answer;
    const clock = await moveClock(ctx.accountId, PATIENCE_MS);
    return { ...render(toTestClockWire(clock)), replayed: answer.replayed };
  }),
];
