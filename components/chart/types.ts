import type { ReactNode } from "react";

export type ChartPoint = {
  key: string;
  /** Axis label: "12 Apr". */
  label: string;
  /** The axis label with its day or year, for an axis on which `label` stands twice. */
  long?: string;
  /** The time of the point as addresses have it: days `2026-11-01..2026-11-07`, or minutes in the account's zone. By default
   *  the day that is its key. */
  span?: string;
  /** In the read-out and the table: "Sunday 12 April 2026". */
  title?: string;
  /** Link to the point's details, or to the page filtered by it: opened by a click, and a link in the table. */
  href?: string;
  /** The period is incomplete. Its bar is lighter, because it will grow; the line to it is dotted, because the
   *  value may still change. */
  open?: boolean;
};

export type ChartSeries = {
  id: string;
  label: string;
  /** One value per point. Null is drawn as a gap, never as zero. */
  values: readonly (number | null)[];
  /** For a rate, the number that each value is a rate of: it stands beside the value, and a point of fewer than 20 is
   *  grey. */
  bases?: readonly number[];
  /** The unit of the bases; "payments" by default. */
  noun?: string;
  /** A ratio of sums, not of a sample: a few behind it are enough. */
  exact?: boolean;
  /** A second meaning, with its colour; by default the colour is that of the position. */
  meaning?: ChartMeaning;
};

/** Meaning of a colour: failures (declines, errors), or expected money. */
export type ChartMeaning = "adverse" | "expected";

/** A moment that is marked on the time axis: a line with a letter, and its text below the chart. */
export type ChartMark = {
  key: string;
  /** The local minute in the account's zone: `2026-11-17T14:05`. */
  at: string;
  /** When, as it is written. */
  time: string;
  text: string;
  href?: string;
};

export type ChartProps = {
  /** The finding, with its number: "Approval fell to 91.2 %, mostly issuer timeouts". */
  title: string;
  /** The main chart of the page: its title is larger. */
  prominent?: boolean;
  /** Measure, period and unit. One currency per chart. Where the axis starts is added if it is not zero. */
  subtitle?: string;
  /** Beside the subtitle: the definition of the rate. */
  info?: ReactNode;
  /** Bars start at zero; lines need not. */
  kind: "line" | "bar";
  points: readonly ChartPoint[];
  /** At most five. */
  series: readonly ChartSeries[];
  /** The previous period, as a thin dashed line. Only with a single series. */
  previous?: ChartSeries;
  /** Formats the exact figure, for read-out and table. */
  format: (value: number) => string;
  /** Formats a short figure, for the axis. */
  formatAxis?: (value: number) => string;
  /** Converts a figure for the CSV file; the series' value by default. */
  csv?: (value: number) => string | number;
  /** Fixes the axis, [0, 100] for a rate. */
  domain?: [number, number];
  height?: number;
  /** Events in this time. */
  marks?: readonly ChartMark[];
  /** False on all charts of a shared axis but the lowest one. */
  brush?: boolean;
  /** The address of the page with these days as its period, for a part of a long chart that is chosen. */
  periodHref?: (from: string, to: string) => string;
};

/** Colours by position, distinguishable in both themes and for colour-blind readers. They also differ in
 *  lightness, and every series is labelled at its end. */
export const SERIES_COLOURS = [
  "var(--color-chart-1)",
  "var(--color-chart-3)",
  "var(--color-chart-2)",
  "var(--color-chart-4)",
  "var(--color-chart-5)",
] as const;

export const MEANINGS: Record<ChartMeaning, string> = {
  adverse: "var(--color-chart-adverse)",
  expected: "var(--color-chart-expected)",
};

/** The colour of a series: of its meaning, else of its position. */
export const colourOf = ({ meaning }: ChartSeries, index: number): string =>
  meaning ? MEANINGS[meaning] : (SERIES_COLOURS[index] ?? SERIES_COLOURS[0]);
