/** A stretch of time to look at: the last so many milliseconds, or whole days of a time zone. */
export type Period =
  | { lastMs: number }
  /** Both days belong to it; an open end is null. `YYYY-MM-DD`. */
  | { fromDay: string | null; toDay: string | null; zone: string };

/** Whether `text` is `YYYY-MM-DD` and a day that exists. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}
