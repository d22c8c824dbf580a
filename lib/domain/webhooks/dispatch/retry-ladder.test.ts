import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { EVENT_TYPES } from "#lib/domain/events/index.ts";
import { HOUR_MS, MINUTE_MS } from "#lib/kernel/clock.ts";
import { attemptsOf, RETRY_LADDERS, retryDelayMs } from "./retry-ladder.ts";

/** A second copy of service.md §6. */
const SPECIFIED = {
  payment: { spacings: [1, 5, 30, 120, 360, 720], attempts: 7, aboutHours: 24 },
  payout: { spacings: [1, 15, 60, 240], attempts: 5, aboutHours: 6 },
  settlement: { spacings: [5, 60, 360], attempts: 4, aboutHours: 8 },
} as const;

test("the ladders are those of the specification", () => {
  for (const [name, { spacings }] of Object.entries(SPECIFIED)) {
    const ladder = RETRY_LADDERS[name as keyof typeof RETRY_LADDERS];
    assert.deepEqual(
      ladder.map((ms) => ms / MINUTE_MS),
      spacings,
    );
  }
});

test("every event type is retried on its class's ladder, never earlier than the ladder says", () => {
  const types = Object.keys(EVENT_TYPES) as Array<keyof typeof EVENT_TYPES>;
  fc.assert(
    fc.property(
      fc.constantFrom(...types),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (type, random) => {
        const { spacings, attempts, aboutHours } = SPECIFIED[EVENT_TYPES[type]];
        assert.equal(attemptsOf(type), attempts);
        let totalMs = 0;
        for (let number = 1; number < attempts; number++) {
          const delay = retryDelayMs(type, number, random)!;
          const spacing = spacings[number - 1]! * MINUTE_MS;
          assert.ok(delay >= spacing && delay <= spacing * 1.02, `${delay} for ${spacing}`);
          totalMs += delay;
        }
        assert.equal(retryDelayMs(type, attempts, random), null);
        assert.ok(totalMs <= aboutHours * HOUR_MS);
      },
    ),
  );
});

test("an unknown event type follows the payment ladder", () => {
  assert.equal(attemptsOf("anything.else"), 7);
});
