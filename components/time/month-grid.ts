import { currentRules } from "../format/locale.ts";
import { addDays } from "../home/days.ts";

const DAYS_A_WEEK = 7;

/** Columns of a calendar, from the first day of the account's week. */
export function weekColumns(firstDay: 1 | 7 = currentRules().firstDay) {
  const first = firstDay % DAYS_A_WEEK;
  return Array.from({ length: DAYS_A_WEEK }, (_, index) => {
    const day = (first + index) % DAYS_A_WEEK;
    return { name: WEEKDAYS[day] ?? "", isWeekend: day === 0 || day === 6 };
  });
}

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** The days of a month in whole weeks of the account: `2026-11` → four to six rows of seven. */
export function monthGrid(month: string, firstDay: 1 | 7 = currentRules().firstDay): string[][] {
  const first = `${month}-01`;
  const column = DAYS_A_WEEK - (firstDay % DAYS_A_WEEK);
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + column) % DAYS_A_WEEK;
  const weeks: string[][] = [];
  for (let day = addDays(first, -weekday); day.slice(0, 7) <= month; ) {
    weeks.push(Array.from({ length: DAYS_A_WEEK }, (_, index) => addDays(day, index)));
    day = addDays(day, DAYS_A_WEEK);
  }
  return weeks;
}

/** The month `count` months after another, or before it if negative. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** `November 2026` */
export function monthName(month: string): string {
  return `${MONTHS[Number(month.slice(5)) - 1] ?? ""} ${month.slice(0, 4)}`;
}

/** The last day of a month. */
export function lastDayOf(month: string): string {
  return addDays(`${addMonths(month, 1)}-01`, -1);
}

/** The month that a period is, exactly; null if it is another length. */
export function wholeMonth({ fromDay, toDay }: { fromDay: string; toDay: string }): string | null {
  const month = fromDay.slice(0, 7);
  return fromDay.endsWith("-01") && toDay === lastDayOf(month) ? month : null;
}
