import { marksAround, marksBetween, niceTicks } from "./axis.ts";
import type { ChartProps, ChartSeries } from "./types.ts";

type Scaled = Pick<ChartProps, "kind" | "series" | "previous" | "domain">;

/** Ticks of the vertical axis, which starts and ends with a tick. */
export function ticksOf({ kind, series, previous, domain }: Scaled): number[] {
  if (domain) return marksBetween(...domain);
  const values = [...series, ...(previous ? [previous] : [])]
    .flatMap((one) => one.values)
    .filter((value) => value !== null);
  // No tick at half a payment.
  const whole = values.every(Number.isInteger);
  if (kind === "bar") return niceTicks(highest(series, previous), whole);
  if (values.length === 0) return [0, 1];
  return marksAround(Math.min(...values), Math.max(...values), whole);
}

/** The top of the highest stack of bars, or of the previous period. */
function highest(series: readonly ChartSeries[], previous: ChartSeries | undefined): number {
  const stacks = (series[0]?.values ?? []).map((_, index) =>
    series.reduce((sum, one) => sum + (one.values[index] ?? 0), 0),
  );
  return Math.max(0, ...stacks, ...(previous?.values ?? []).map((value) => value ?? 0));
}

/** `the axis starts at 60 %`; null if it starts at zero. A reader takes the height of a point for its size. */
export function axisNote(props: Scaled & Pick<ChartProps, "format" | "formatAxis">): string | null {
  const [low = 0] = ticksOf(props);
  return low > 0 ? `the axis starts at ${(props.formatAxis ?? props.format)(low)}` : null;
}

/** The axis of a rate starts at a round figure below the lowest point and ends at 100 %. */
export function rateDomain(values: readonly (number | null)[]): [number, number] {
  const lowest = Math.min(100, ...values.filter((value) => value !== null));
  return [Math.max(0, Math.floor((lowest - 2) / 10) * 10), 100];
}
