import type { HomeComparison, HomeRange } from "#lib/kernel/vocabulary/home.ts";
import { countText } from "../format/locale.ts";
import { datedDay, datedSpan } from "./days.ts";

/** The period of the home screen: local days, both ends included. */
export type HomePeriod = {
  preset: HomeRange | null;
  from: string;
  to: string;
  days: number;
};

/** The days that it is compared with, as many as it has. */
export type Compared = {
  kind: Exclude<HomeComparison, "none">;
  from: string;
  to: string;
  /** Whether these days lie wholly after the account's first payment. */
  isComparable: boolean;
};

type Framed = { period: HomePeriod; comparison: Compared | null; today: string };

/** `in the last 28 days`, `from 1 Nov to 17 Nov`, `on 17 Nov` */
export function periodWords({ period, today }: Pick<Framed, "period" | "today">): string {
  const { preset, from, to, days } = period;
  if (preset) return `in the last ${days} days`;
  const span = datedSpan(from, to, today);
  return from === to ? `on ${span}` : `from ${span}`;
}

/** Name of the comparison period, after "vs": `previous 28 days`, `10 Nov to 12 Nov`. */
export function comparedName({ period, comparison, today }: Framed): string {
  if (!comparison) return "";
  if (comparison.kind === "four_weeks") return "four weeks before";
  if (comparison.kind === "year") return "a year before";
  if (period.days < 7) return datedSpan(comparison.from, comparison.to, today);
  return `previous ${period.days} days`;
}

/** Why nothing is compared although a comparison is chosen. */
export type NotCompared =
  | { why: "first_payment"; firstDay: string }
  | { why: "too_few"; payments: number };

/** The line below the title: `31 Oct to 27 Nov, compared with 3 Oct to 30 Oct`. */
export function periodNote(framed: Framed, without: NotCompared | null): string {
  const { period, comparison, today } = framed;
  const shown = datedSpan(period.from, period.to, today);
  if (!comparison) return shown;
  const before = datedSpan(comparison.from, comparison.to, today);
  if (without?.why === "first_payment") {
    return `${shown}. Not compared with ${before}: the first payment was on ${datedDay(without.firstDay, today)}.`;
  }
  if (without) {
    const found = without.payments === 0 ? "no" : `only ${countText(without.payments)}`;
    const noun = without.payments === 1 ? "payment" : "payments";
    return `${shown}. Not compared with ${before}: it has ${found} ${noun} with an outcome.`;
  }
  return `${shown}, compared with ${before}`;
}
