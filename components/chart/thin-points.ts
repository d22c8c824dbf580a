import { isFirm } from "../format/rates.ts";
import type { ChartSeries } from "./types.ts";

/** Whether the point is a rate with too few payments behind it. */
export function isThin({ bases, exact }: ChartSeries, index: number): boolean {
  const of = bases?.[index];
  return !exact && typeof of === "number" && !isFirm({ of });
}

/** The series with a gap at each thin point, which is a grey dot and on no line. */
export function withoutThin(one: ChartSeries): ChartSeries {
  if (!one.bases) return one;
  return { ...one, values: one.values.map((value, index) => (isThin(one, index) ? null : value)) };
}
