import { invalid } from "#lib/kernel/errors.ts";
import { addDays, daysBetween, isDay } from "#lib/kernel/period.ts";

/** The period of the settlement report in days of arrival, both included, and the one before it to compare with. */
export type ArrivalPeriod = {
  choice: "this_month" | "last_month" | "quarter" | "custom";
  fromDay: string;
  toDay: string;
  previousFromDay: string;
  previousToDay: string;
};

const LONGEST_DAYS = 3_660;
/** Also whole days up to today: `30d` is 30 days. */
const LAST_DAYS = /^([1-9]\d{0,3})d$/;

/**
 * Reads `this_month` (the default), `last_month`, `quarter` (the present one) or days of arrival
 * (`2026-11-01..2026-11-17`). Throws `parameter_invalid`.
 */
export function readArrivalPeriod(text: string | undefined, today: string): ArrivalPeriod {
  const wanted = text || "this_month";
  const month = today.slice(0, 7);
  if (wanted === "this_month") return months(wanted, month, 1);
  if (wanted === "last_month") return months(wanted, addMonths(month, -1), 1);
  if (wanted === "quarter") {
    const place = (Number(month.slice(5)) - 1) % 3;
    return months(wanted, addMonths(month, -place), 3);
  }
  const { fromDay, toDay } = readDays(wanted, today);
  const length = daysBetween(fromDay, toDay) + 1;
  if (length < 1 || length > LONGEST_DAYS) {
    throw invalid("period", "A period ends after it begins, and within ten years.");
  }
  const previousToDay = addDays(fromDay, -1);
  const previousFromDay = addDays(fromDay, -length);
  return { choice: "custom", fromDay, toDay, previousFromDay, previousToDay };
}

function readDays(text: string, today: string): { fromDay: string; toDay: string } {
  const [, last] = LAST_DAYS.exec(text) ?? [];
  if (last) return { fromDay: addDays(today, 1 - Number(last)), toDay: today };
  const [fromDay = "", toDay = "", ...rest] = text.split("..");
  if (rest.length > 0 || !isDay(fromDay) || !isDay(toDay)) {
    throw invalid(
      "period",
      "Give this_month, last_month, quarter, or days: 2026-11-01..2026-11-17.",
    );
  }
  return { fromDay, toDay };
}

/** `count` whole months, and as many before. */
function months(choice: ArrivalPeriod["choice"], first: string, count: number): ArrivalPeriod {
  const start = (month: string) => `${month}-01`;
  return {
    choice,
    fromDay: start(first),
    toDay: addDays(start(addMonths(first, count)), -1),
    previousFromDay: start(addMonths(first, -count)),
    previousToDay: addDays(start(first), -1),
  };
}

/** The month `count` months after another, or before it if negative; `YYYY-MM`. */
function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** The month of the period that a calendar shows: the wanted one if it has days of the period, else today's, else the last.
 *  Throws `parameter_invalid`. */
export function readMonthWithin(
  { fromDay, toDay }: ArrivalPeriod,
  { wanted, today }: { wanted: string | undefined; today: string },
): string {
  if (wanted && !isDay(`${wanted}-01`)) throw invalid("month", "Give a month as 2026-11.");
  const [first, last] = [fromDay.slice(0, 7), toDay.slice(0, 7)];
  const isWithin = (month: string) => first <= month && month <= last;
  if (wanted && isWithin(wanted)) return wanted;
  const present = today.slice(0, 7);
  return isWithin(present) ? present : last;
}
