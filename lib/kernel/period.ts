/** A period: the last `lastMs` milliseconds, a half-open range of moments, or whole days or minutes of a time zone. */
export type Period =
  /** Up to now, or to `presentMs`. */
  | { lastMs: number; presentMs?: number }
  /** Either end may be open (null). */
  | { from: Date | null; to: Date | null }
  /** Either end may be open (null). Days (`YYYY-MM-DD`) are included, both ends; minutes (`YYYY-MM-DDTHH:MM`) are
   *  half-open: the first is included, the last is not. */
  | { fromDay: string | null; toDay: string | null; zone: string };

/** Whether `text` is an existing day as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  // Calendars have no year 0.
  if (text < "0001") return false;
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}

/** Whether `text` is an existing minute as `YYYY-MM-DDTHH:MM`, without a zone. */
export function isMinute(text: string): boolean {
  return isDay(text.slice(0, 10)) && /^T([01]\d|2[0-3]):[0-5]\d$/.test(text.slice(10));
}

/** Whether `text` is an existing moment to the millisecond, as `toISOString` writes it: `2026-04-12T09:31:05.250Z`. */
export function isMoment(text: string): boolean {
  const format = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
  if (!format.test(text) || !isDay(text.slice(0, 10))) return false;
  const parsed = new Date(text);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString() === text;
}

/** Whether `..` between both texts is a period: days, minutes or moments, of which one may be empty. */
export function isSpan(from: string, to: string): boolean {
  const ends = [from, to].filter(Boolean);
  const isLocal = (end: string) => isDay(end) || isMinute(end);
  return ends.length > 0 && (ends.every(isLocal) || ends.every(isMoment));
}

/** Whether `text` is an hour of the day as a plain number, `0` to `23`. */
export const isHour = (text: string) => /^(1?\d|2[0-3])$/.test(text);

const DAY_MS = 86_400_000;
const dayMs = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** The day `count` days after (negative: before) another. */
export function addDays(day: string, count: number): string {
  return new Date(dayMs(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** Days from the first day to the second. */
export function daysBetween(fromDay: string, toDay: string): number {
  return Math.round((dayMs(toDay) - dayMs(fromDay)) / DAY_MS);
}

/** Keeps the format of the last zone, because making one takes a hundred times as long as using it. */
function formatOfZone(options: Intl.DateTimeFormatOptions): (zone: string) => Intl.DateTimeFormat {
  let last: { zone: string; format: Intl.DateTimeFormat } | undefined;
  return (zone) => {
    if (last?.zone !== zone) {
      last = { zone, format: new Intl.DateTimeFormat("en", { ...options, timeZone: zone }) };
    }
    return last.format;
  };
}

const dayFormat = formatOfZone({ year: "numeric", month: "2-digit", day: "2-digit" });
const offsetFormat = formatOfZone({ timeZoneName: "longOffset" });

/** The day of a moment in a time zone, as `YYYY-MM-DD`. */
export function localDay(moment: Date, zone: string): string {
  const parts = dayFormat(zone).formatToParts(moment);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return `${of("year").padStart(4, "0")}-${of("month")}-${of("day")}`;
}
/** The largest offset of a zone from UTC. */
const FURTHEST_MS = 14 * 3_600_000;

/** Returns a function that gives a zone's offset from UTC at a moment, both in ms. */
export function zoneOffsets(zone: string): (ms: number) => number {
  const format = offsetFormat(zone);
  return (ms) => {
    const [, sign, ...parts] = /GMT([+-])(\d+):(\d+)(?::(\d+))?/.exec(format.format(ms)) ?? [];
    const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
    return (sign === "-" ? -1_000 : 1_000) * (hours * 3_600 + minutes * 60 + seconds);
  };
}

/**
 * The start of a local day: the earliest moment at which the day begins. If the clocks show midnight twice, it is the first one;
 * if they skip it, the day begins at its first existing moment. So days follow each other without a gap or an overlap.
 * `localMomentSql` is the same rule for statements.
 */
export const dayStart = (day: string, zone: string): Date =>
  new Date(firstMidnight(dayMs(day), zone));

/** The first moment at which a zone's clocks show the local midnight or, if they skip it, a later time. */
function firstMidnight(midnight: number, zone: string): number {
  const offsetAt = zoneOffsets(zone);
  let [before, from] = [midnight - FURTHEST_MS - 1, midnight + FURTHEST_MS];
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (middle + offsetAt(middle) < midnight) before = middle;
    else from = middle;
  }
  return from;
}

/**
 * SQL text for the moment of a local time without a zone. A local time that the clocks show twice is the first one (PostgreSQL
 * takes the second), a skipped one is the moment after the change. `local` and `zone` are expressions without side effects.
 */
export function localMomentSql(local: string, zone: string): string {
  const time = `${local}::timestamp`;
  const moment = `(${time} at time zone ${zone})`;
  // With the offset of the day before: another moment with the same local time only if the clocks were turned back.
  const earlier = `((${time} - interval '1 day') at time zone ${zone} + interval '24 hours')`;
  return `case when ${earlier} at time zone ${zone} = ${time} then least(${earlier}, ${moment}) else ${moment} end`;
}

/** The first and last moment at which a zone's clocks can show the local time `ms`: equal, except near a clock change. */
function momentsOf(ms: number, zone: string): { first: number; last: number } {
  const offsets = [ms - FURTHEST_MS, ms, ms + FURTHEST_MS].map(zoneOffsets(zone));
  return { first: ms - Math.max(...offsets), last: ms - Math.min(...offsets) };
}

/** Bounds in UTC that include the whole period, to narrow a search before its exact condition. Null for an open end. */
export function outerBounds(
  period: Period,
  nowMs: number,
): { fromMs: number | null; toMs: number | null } {
  if ("lastMs" in period) {
    return { fromMs: (period.presentMs ?? nowMs) - period.lastMs, toMs: null };
  }
  if ("from" in period) {
    return { fromMs: period.from?.getTime() ?? null, toMs: period.to?.getTime() ?? null };
  }
  const { fromDay, toDay, zone } = period;
  const hasTime = (text: string) => text.length > 10;
  const minute = (text: string) => momentsOf(Date.parse(`${text}:00Z`), zone);
  const from = (text: string) =>
    hasTime(text) ? minute(text).first : firstMidnight(dayMs(text), zone);
  const to = (text: string) =>
    hasTime(text) ? minute(text).last : firstMidnight(dayMs(text) + DAY_MS, zone);
  return { fromMs: fromDay ? from(fromDay) : null, toMs: toDay ? to(toDay) : null };
}
