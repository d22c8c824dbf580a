import { dateFromMs, secondAfter } from "#lib/kernel/clock.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { isDay } from "#lib/kernel/period.ts";

const MOMENT =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(\.\d{1,3})?)?(Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?)?$/;

/**
 * A day (`2026-04-01`, its beginning), a time of the clock in the report's zone
 * (`2026-04-01T14:00:00`) or a moment with its offset, as the database reads it. A fraction of a second becomes the
 * next whole second: rows are compared by the whole seconds that they show. Throws `parameter_invalid` for anything
 * else.
 */
export function readMoment(param: string, text: string): string {
  // An unescaped plus sign in an address arrives as a space.
  const given = text.replace(/ (\d{2}:?\d{2})$/, "+$1");
  const [, day = "", hour = "00", minute = "00", second = "00", fraction = "", offset = ""] =
    MOMENT.exec(given) ?? [];
  if (!isDay(day)) {
    throw invalid(param, "Must be a day or an ISO 8601 time, such as 2026-04-01T00:00:00Z.");
  }
  const time = `${day}T${hour}:${minute}:${second}`;
  return `${Number(fraction) > 0 ? secondAfterTime(time) : time}${offset}`;
}

/** A second later on the same clock. */
function secondAfterTime(time: string): string {
  return secondAfter(dateFromMs(Date.parse(`${time}Z`)))
    .toISOString()
    .slice(0, 19);
}

/** Names of places only: the database reads an offset such as +02:00 the other way round than people. */
const ZONE = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/;

/** A zone of the IANA database. Throws `parameter_invalid`. */
export function readZone(name: string): string {
  if (ZONE.test(name) && isKnown(name)) return name;
  throw invalid("timezone", "Must be a time zone by its IANA name, such as Europe/Berlin.");
}

function isKnown(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
