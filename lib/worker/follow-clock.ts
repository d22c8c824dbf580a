import { isClockTrusted, SECOND_MS, systemAheadMs } from "#lib/kernel/clock.ts";
import { log } from "#lib/kernel/log.ts";
import { publishReadings } from "#lib/kernel/readings.ts";
import { type Loop, repeat } from "./repeat.ts";

const READ_EVERY_MS = SECOND_MS;

publishReadings({
  name: "paydesk_clock_ahead_seconds",
  help: "Seconds that the clock of this process's machine is ahead of the database's; negative if it is behind.",
  read: () => systemAheadMs() / SECOND_MS,
});

/**
 * Makes this process's clock follow the database's: calls `read` now and once a second. Await `known`, the first
 * reading, before serving or starting loops: until then the time is the system's. Logs when the system's clock is more
 * than 30 s from the database's, and when it agrees again.
 */
export function followDatabaseClock(read: () => Promise<void>): Loop & { known: Promise<void> } {
  const { promise: known, resolve } = Promise.withResolvers<void>();
  let wasTrusted = true;
  const { stop } = repeat("reading the database's clock", READ_EVERY_MS, async () => {
    await read();
    resolve();
    const isTrusted = isClockTrusted();
    if (isTrusted === wasTrusted) return;
    wasTrusted = isTrusted;
    if (isTrusted) log.info("system clock agrees with the database's again");
    else log.warn("this process is not ready", { why: whyClockIsWrong() });
  });
  return { known, stop };
}

/** The fault of this process's clock, for operators; null when it agrees with the database's. */
export function whyClockIsWrong(): string | null {
  if (isClockTrusted()) return null;
  const aheadMs = systemAheadMs();
  const seconds = Math.round(Math.abs(aheadMs) / SECOND_MS);
  const direction = aheadMs > 0 ? "ahead of" : "behind";
  return `the clock of this process is ${seconds} s ${direction} the database's`;
}
