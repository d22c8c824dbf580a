import { dayText, MONTHS } from "../time/format.ts";

const WEEKDAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const DAY_MS = 86_400_000;

const utc = (day: string) => new Date(`${day}T00:00:00Z`);

/** The day `count` days after another, or before it if negative; `YYYY-MM-DD`. */
export function addDays(day: string, count: number): string {
  return new Date(utc(day).getTime() + count * DAY_MS).toISOString().slice(0, 10);
}

/** The `count` days that end with `day`, oldest first. */
export function daysUpTo(day: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(day, index + 1 - count));
}

/** `17 Nov` */
export function shortDay(day: string): string {
  const date = utc(day);
  return dayText({ day: String(date.getUTCDate()), month: MONTHS[date.getUTCMonth()] ?? "" });
}

/** `29 Nov`, with the year if it is not that of `today`. */
export function datedDay(day: string, today: string): string {
  const [year, ofToday] = [day.slice(0, 4), today.slice(0, 4)];
  const date = utc(day);
  const parts = { day: String(date.getUTCDate()), month: MONTHS[date.getUTCMonth()] ?? "" };
  return dayText(parts, year === ofToday ? "" : year);
}

/** `31 Oct to 27 Nov`, `27 Nov` */
export function datedSpan(from: string, to: string, today: string): string {
  const last = datedDay(to, today);
  return from === to ? last : `${datedDay(from, today)} to ${last}`;
}

/** `Tuesday` */
export function weekday(day: string): string {
  return WEEKDAYS[utc(day).getUTCDay()] ?? "";
}

/** `Tuesday 17 Nov` */
export function longDay(day: string): string {
  return `${weekday(day)} ${shortDay(day)}`;
}

/** The number of days from the first day to the second. */
export function daysApart(from: string, to: string): number {
  return Math.round((utc(to).getTime() - utc(from).getTime()) / DAY_MS);
}
