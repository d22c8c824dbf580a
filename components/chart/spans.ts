import { daysApart } from "../home/days.ts";
import type { ChartPoint, ChartProps } from "./types.ts";

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The time of a point as addresses have it, in the account's zone: days, both included, or minutes, the last not
 *  included. Null if the axis is not of dates. */
export function spanOf({ key, span }: ChartPoint): { from: string; to: string } | null {
  const text = span ?? (DAY.test(key) ? `${key}..${key}` : "");
  const [from = "", to = ""] = text.split("..");
  return from && to ? { from, to } : null;
}

/** The point in whose time a local minute is; -1 if none. */
export function placeOf(points: readonly ChartPoint[], minute: string): number {
  return points.findIndex((point) => {
    const span = spanOf(point);
    if (!span || minute < span.from) return false;
    return span.to.includes("T") ? minute < span.to : minute.slice(0, 10) <= span.to;
  });
}

/** The first and the last day of some points; null if the axis is not of whole days. */
export function daysOf(points: readonly ChartPoint[]): { from: string; to: string } | null {
  const [first, last] = [points[0], points.at(-1)].map((point) => (point ? spanOf(point) : null));
  if (!first || !last || first.from.includes("T") || last.to.includes("T")) return null;
  return { from: first.from, to: last.to };
}

/** The shortest period that a part can be chosen of: about a quarter. */
const LEAST_DAYS = 88;
const LEAST_POINTS = 12;

/** Whether a brush below the chart chooses a part of it: of a time so long that readers want one. */
export function hasBrush({ points, brush = true }: Pick<ChartProps, "points" | "brush">): boolean {
  const days = daysOf(points);
  if (!brush || !days || points.length < LEAST_POINTS) return false;
  return daysApart(days.from, days.to) + 1 >= LEAST_DAYS;
}

/** Labels of a horizontal axis, each once: where two points have the same one, both have their long form. */
export function axisTexts(points: readonly ChartPoint[]): string[] {
  const counts = new Map<string, number>();
  for (const { label } of points) counts.set(label, (counts.get(label) ?? 0) + 1);
  return points.map(({ label, long }) => ((counts.get(label) ?? 0) > 1 ? (long ?? label) : label));
}
