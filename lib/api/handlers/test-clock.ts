import { advanceClock, readClock } from "#lib/domain/sandbox-clock/index.ts";
import { advanceTestClockRoute, readTestClockRoute } from "#lib/wire/contract/test-clock.ts";
import { toTestClockWire } from "#lib/wire/serializers/test-clock.ts";
import { endpoint } from "../pipeline/serve.ts";

export const testClockEndpoints = [
  endpoint(readTestClockRoute, async ({ ctx }) => toTestClockWire(await readClock(ctx))),

  endpoint(advanceTestClockRoute, ({ ctx, body, idempotency, render }) =>
    advanceClock(ctx, body.seconds, {
      request: idempotency!,
      render: (clock) => render(toTestClockWire(clock)),
    }),
  ),
];
