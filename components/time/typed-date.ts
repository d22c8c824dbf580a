import { dateText } from "./period-text.ts";

const two = (value: number | string) => String(value).padStart(2, "0");

/** How an error tells to write a date: `17 Nov 2026 or 2026-11-17`. */
export const dateExample = (day: string) => `${dateText(day)} or ${day}`;

/** Reads a date that a person typed; null if it is none, or could be two. Months are names, digits alone are read in the
 *  order of ISO 8601, or where only one order makes a date: `17/11/2026`. Without a year it is the year of `today`. */
export function readDate(text: string, today: string): string | null {
  const parts =
    text
      .trim()
      .toLowerCase()
      .match(/[a-z]+|\d+/g) ?? [];
  const names = parts.filter((part) => /[a-z]/.test(part));
  const figures = parts.filter((part) => /\d/.test(part));
  if (names.length === 1) return readNamed(names[0] ?? "", figures, today.slice(0, 4));
  if (names.length > 1 || figures.length !== 3) return null;
  const [a = "", b = "", c = ""] = figures;
  if (a.length === 4) return dayOf(a, b, c);
  if (c.length !== 4) return null;
  const readings = [dayOf(c, b, a), dayOf(c, a, b)].filter((one) => one !== null);
  const [first = null, second] = readings;
  return second === undefined || second === first ? first : null;
}

/** `17 nov 2026`, `Nov 17, 2026`, `2026 Nov 17`, `17 Nov`. */
function readNamed(name: string, figures: readonly string[], thisYear: string): string | null {
  const isMonth = (full: string) => name.length >= 3 && full.startsWith(name);
  const month = FULL_MONTHS.findIndex(isMonth) + 1;
  const years = figures.filter((one) => one.length === 4);
  const days = figures.filter((one) => one.length <= 2);
  if (month === 0 || days.length !== 1 || years.length > 1) return null;
  if (years.length + days.length !== figures.length) return null;
  return dayOf(years[0] ?? thisYear, String(month), days[0] ?? "");
}

const FULL_MONTHS =
  "january february march april may june july august september october november december".split(
    " ",
  );

/** The day if the calendar has it. */
function dayOf(year: string, month: string, date: string): string | null {
  const day = `${year}-${two(month)}-${two(date)}`;
  const ms = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day) ? day : null;
}

/** Reads a time of day: `14:05`, `2:05 pm`, `9 am`; null if it is none. */
export function readTime(text: string): string | null {
  const found = /^(\d{1,2})(?:[:.](\d{2}))?\s*([ap])?\.?\s*(?:m\.?)?$/i.exec(text.trim());
  if (!found) return null;
  const [, hours = "", minutes, half] = found;
  if (minutes === undefined && half === undefined) return null;
  const hour = Number(hours);
  if (half && (hour < 1 || hour > 12)) return null;
  const inDay = half ? (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0) : hour;
  if (inDay > 23 || Number(minutes ?? 0) > 59) return null;
  return `${two(inDay)}:${minutes ?? "00"}`;
}
