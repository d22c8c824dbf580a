import type { SandboxClock } from "#lib/domain/sandbox-clock/index.ts";
import { SECOND_MS, toIsoSeconds } from "#lib/kernel/clock.ts";
import type { TestClockWire } from "../contract/test-clock.ts";

export function toTestClockWire(clock: SandboxClock): TestClockWire {
  return {
    object: "test_clock",
    livemode: false,
    now: toIsoSeconds(clock.now),
    ahead_seconds: Math.floor(clock.aheadMs / SECOND_MS),
    target: toIsoSeconds(clock.target),
    status: clock.isAdvancing ? "advancing" : "ready",
  };
}
