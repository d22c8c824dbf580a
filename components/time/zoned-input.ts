import { dateFromMs, MINUTE_MS } from "#lib/kernel/clock.ts";

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  formatters.set(zone, made);
  return made;
}

/** A time as the value of a date-and-time field, in a time zone: `2026-04-12T09:31`. */
export function toZonedInput(moment: Date, zone: string): string {
  const parts: Record<string, string> = {};
  for (const { type, value } of formatter(zone).formatToParts(moment)) parts[type] = value;
  const { year = "", month = "", day = "", hour = "", minute = "" } = parts;
  return `${year.padStart(4, "0")}-${month}-${day}T${hour}:${minute}`;
}

/** Parses the value of a date-and-time field in a time zone; null if it is empty or invalid. A repeated hour
 *  means its first occurrence; a skipped hour is read as the hour after it. */
export function fromZonedInput(text: string, zone: string): Date | null {
  const wallMs = Date.parse(`${text}Z`);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) || Number.isNaN(wallMs)) return null;
  const offsets = [wallMs - DAY, wallMs + DAY].map((ms) => offsetMs(ms, zone));
  const candidates = offsets.map((offset) => wallMs - offset).sort((a, b) => a - b);
  const wanted = text.slice(0, 16);
  const exact = candidates.find((ms) => toZonedInput(dateFromMs(ms), zone) === wanted);
  return dateFromMs(exact ?? Math.max(...candidates));
}

const DAY = 24 * 60 * MINUTE_MS;

/** The offset of a time zone from UTC at a given time. */
function offsetMs(ms: number, zone: string): number {
  const whole = Math.floor(ms / MINUTE_MS) * MINUTE_MS;
  return Date.parse(`${toZonedInput(dateFromMs(whole), zone)}Z`) - whole;
}
