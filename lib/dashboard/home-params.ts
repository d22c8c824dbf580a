import { type ReportPeriod, resolvePeriod } from "#lib/domain/analytics/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { addDays, daysBetween, isDay, localDay } from "#lib/kernel/period.ts";
import {
  COMPARED_DAYS_BEFORE,
  HOME_COMPARISONS,
  HOME_RANGE_DAYS,
  HOME_RANGES,
  type HomeComparison,
  type HomeRange,
  LONGEST_HOME_DAYS,
} from "#lib/kernel/vocabulary/home.ts";
import { readParam } from "./list-params.ts";
import type { QueryContext } from "./typed-routes.ts";

/** The period of the home screen and what it is compared with. */
export type HomePeriod = {
  /** Its name, or null for other days. */
  preset: HomeRange | null;
  period: ReportPeriod;
  comparison: ComparedDays | null;
};

type ComparedDays = {
  kind: Exclude<HomeComparison, "none">;
  fromDay: string;
  toDay: string;
  /** Whether these days lie wholly after the account's first payment. */
  isComparable: boolean;
};

/** `28d` or days `2026-11-01..2026-11-17`, both included; without the second, or with one in the future, until today.
 *  Throws `parameter_invalid`. */
export async function readHomePeriod(c: QueryContext<"range" | "compare">): Promise<HomePeriod> {
  const ctx = c.get("ctx");
  const { timezone: zone } = c.get("membership");
  const range = readParam(c, "range") || HOME_RANGES[0];
  const preset = HOME_RANGES.find((name) => name === range) ?? null;
  const today = localDay(businessNow(ctx), zone);
  const days = preset
    ? { fromDay: addDays(today, 1 - HOME_RANGE_DAYS[preset]), toDay: today }
    : readDays(range, today);
  const kind = readComparison(c, daysBetween(days.fromDay, days.toDay) + 1);
  const daysBefore = kind === "none" ? null : COMPARED_DAYS_BEFORE[kind];
  const period = await resolvePeriod(ctx, { zone, params: days, daysBefore });
  const { previousFromDay: fromDay, previousToDay: toDay, isComparable } = period;
  const comparison = kind === "none" ? null : { kind, fromDay, toDay, isComparable };
  return { preset, period, comparison };
}

function readDays(range: string, today: string): { fromDay: string; toDay: string } {
  const [fromDay = "", to = "", ...rest] = range.split("..");
  const isPeriod = rest.length === 0 && range.includes("..") && isDay(fromDay);
  if (!isPeriod || (to !== "" && !isDay(to))) {
    throw invalid("range", "Give 28d, 7d, or days: 2026-11-01..2026-11-17.");
  }
  const toDay = to === "" || to > today ? today : to;
  if (fromDay > toDay) {
    throw invalid("range", "A period begins today or earlier, and ends after it begins.");
  }
  if (daysBetween(fromDay, toDay) >= LONGEST_HOME_DAYS) {
    const longest = `A period has at most ${LONGEST_HOME_DAYS} days here.`;
    throw invalid("range", `${longest} The declines report shows longer ones.`);
  }
  return { fromDay, toDay };
}

function readComparison(c: QueryContext<"compare">, days: number): HomeComparison {
  const name = readParam(c, "compare") || HOME_COMPARISONS[0];
  const kind = HOME_COMPARISONS.find((known) => known === name);
  if (!kind) throw invalid("compare", `Choose one of ${HOME_COMPARISONS.join(", ")}.`);
  const daysBefore = kind === "none" ? null : COMPARED_DAYS_BEFORE[kind];
  if (daysBefore !== null && days > daysBefore) {
    throw invalid("compare", `A period of ${days} days overlaps with ${daysBefore} days before.`);
  }
  return kind;
}
