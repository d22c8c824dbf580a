import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import { localDay, zoneOffsets } from "#lib/kernel/period.ts";
import type { Preferences } from "./types.ts";

/** The earliest time for an e-mail that is not urgent: the next digest, the end of quiet hours, or null for at once. */
export function mailTime(
  { quietFrom, quietTo, digestAt }: Preferences,
  zone: string,
  now: Date,
): Date | null {
  if (digestAt !== null) return nextTime(digestAt, zone, now);
  if (quietFrom === null || quietTo === null) return null;
  const isQuiet = nextTime(quietTo, zone, now) < nextTime(quietFrom, zone, now);
  return isQuiet ? nextTime(quietTo, zone, now) : null;
}

/** The next moment after `now` at which the clocks of a zone show `HH:MM`. If they skip it on that day, the moment as if
 *  they did not. */
function nextTime(time: string, zone: string, now: Date): Date {
  const offsetAt = zoneOffsets(zone);
  const today = Date.parse(`${localDay(now, zone)}T${time}:00Z`);
  for (const wall of [today, today + DAY_MS]) {
    const guess = wall - offsetAt(wall);
    const ms = wall - offsetAt(guess);
    if (ms > now.getTime()) return dateFromMs(ms);
  }
  return dateFromMs(today + 2 * DAY_MS - offsetAt(today));
}
