const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const WEEKDAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const DAY_MS = 86_400_000;

const utc = (day: string) => new Date(`${day}T00:00:00Z`);

/** The day so many days after (or before) another; `YYYY-MM-DD`. */
export function addDays(day: string, count: number): string {
  return new Date(utc(day).getTime() + count * DAY_MS).toISOString().slice(0, 10);
}

/** `count` days of which the last is `day`, oldest first. */
export function daysUpTo(day: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(day, index + 1 - count));
}

/** `17 Nov` */
export function shortDay(day: string): string {
  const date = utc(day);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

/** `Tuesday` */
export function weekday(day: string): string {
  return WEEKDAYS[utc(day).getUTCDay()] ?? "";
}

/** `Tuesday 17 Nov` */
export function longDay(day: string): string {
  return `${weekday(day)} ${shortDay(day)}`;
}

/** How many days the second day is after the first. */
export function daysApart(from: string, to: string): number {
  return Math.round((utc(to).getTime() - utc(from).getTime()) / DAY_MS);
}
