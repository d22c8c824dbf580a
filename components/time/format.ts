import { currentRules, decimalText } from "../format/locale.ts";

/** Month names are our own, because server and browser must render the same text. */
export const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

export type MomentParts = {
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
  second: string;
};

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formatters.set(zone, made);
  return made;
}

/** The parts of a time in a zone. */
export function partsIn(moment: Date, zone: string): MomentParts {
  const parts: Record<string, string> = {};
  for (const { type, value } of formatter(zone).formatToParts(moment)) parts[type] = value;
  const { year = "", hour = "", minute = "", second = "" } = parts;
  const day = String(Number(parts.day));
  return { year, month: MONTHS[Number(parts.month) - 1] ?? "", day, hour, minute, second };
}

/** `12 Apr 2026, 09:31:07` */
export function fullMoment(moment: Date, zone: string): string {
  const p = partsIn(moment, zone);
  return `${dayText(p, p.year)}, ${clockText(p, p.second)}`;
}

/** `12 Apr, 09:31`, with the year if it is not the current one. */
export function shortMoment(moment: Date, zone: string, present: Date): string {
  const p = partsIn(moment, zone);
  const year = p.year === partsIn(present, zone).year ? "" : p.year;
  return `${dayText(p, year)}, ${clockText(p)}`;
}

/** `2026-04-12T09:31`, the form of period filters and form fields. */
export function minuteIn(moment: Date, zone: string): string {
  const { year, month, day, hour, minute } = partsIn(moment, zone);
  const two = (value: string | number) => String(value).padStart(2, "0");
  return `${year}-${two(MONTHS.indexOf(month) + 1)}-${two(day)}T${hour}:${minute}`;
}

/** `12 Apr 2026` */
export function dayOf(moment: Date, zone: string): string {
  const p = partsIn(moment, zone);
  return dayText(p, p.year);
}

/** `12 Apr 2026`, in the order of the account's locale. Months are names, so that no order is mistaken for another. */
export function dayText({ day, month }: Pick<MomentParts, "day" | "month">, year = ""): string {
  const { order } = currentRules();
  if (order === "ymd") return [year, month, day].filter(Boolean).join(" ");
  if (order === "dmy") return [day, month, year].filter(Boolean).join(" ");
  return year ? `${month} ${day}, ${year}` : `${month} ${day}`;
}

/** `09:31`, or `9:31 AM` where the account's locale has half days. */
export function clockText(
  { hour, minute }: Omit<MomentParts, "year" | "month" | "day" | "second">,
  second?: string,
): string {
  const rest = second === undefined ? minute : `${minute}:${second}`;
  if (!currentRules().hasHalfDays) return `${hour}:${rest}`;
  const hours = Number(hour);
  return `${hours % 12 === 0 ? 12 : hours % 12}:${rest} ${hours < 12 ? "AM" : "PM"}`;
}

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** The time shown as present is up to 20 s old, so what has just happened can be ahead of it. */
const MOST_AHEAD_S = 30;

/** `3 min ago`, `in 2 h`; null from 24 hours on. Times that are less than 30 s ahead are `now`, except `upcoming` ones,
 *  which nothing has reached yet. */
export function relativeMoment(
  moment: Date,
  present: Date,
  { upcoming = false }: { upcoming?: boolean } = {},
): string | null {
  const seconds = Math.round((present.getTime() - moment.getTime()) / 1_000);
  const distance = Math.abs(seconds);
  if (distance >= 24 * HOUR_S) return null;
  if (distance < 5 || (!upcoming && seconds < 0 && distance < MOST_AHEAD_S)) return "now";
  const text =
    distance < MINUTE_S
      ? `${distance} s`
      : distance < HOUR_S
        ? `${Math.floor(distance / MINUTE_S)} min`
        : `${Math.floor(distance / HOUR_S)} h`;
  return seconds >= 0 ? `${text} ago` : `in ${text}`;
}

/** A duration: `840 ms`, `12.4 s`, `3 min 20 s`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < MINUTE_S) return `${decimalText(seconds.toFixed(1))} s`;
  return `${Math.floor(seconds / MINUTE_S)} min ${Math.floor(seconds % MINUTE_S)} s`;
}

/** `250 ms`, `1.25 s`: a mark of an axis, exactly. */
export const axisDuration = (milliseconds: number): string =>
  milliseconds < 1_000
    ? `${decimalText(String(milliseconds))} ms`
    : `${decimalText(String(milliseconds / 1_000))} s`;

/** `2 d 3 h 04 min 05 s`: a countdown, to the second. */
export function countdownText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3_600) % 24];
  const two = (value: number) => String(value).padStart(2, "0");
  const rest = `${two(Math.floor(seconds / 60) % 60)} min ${two(seconds % 60)} s`;
  if (days > 0) return `${days} d ${hours} h ${rest}`;
  return hours > 0 ? `${hours} h ${rest}` : rest;
}
