export type ChartPoint = {
  key: string;
  /** Under the axis: "12 Apr". */
  label: string;
  /** In the read-out and the table: "Sunday 12 April 2026". */
  title?: string;
  /** What the point is made of, or the page narrowed to it: opened by a click on it, and a link in the table. */
  href?: string;
  /** Its time is not over: its bar is drawn lighter, because it will grow, and a line leads to it dotted,
   *  because what it shows may be chance yet. */
  open?: boolean;
};

export type ChartSeries = {
  id: string;
  label: string;
  /** One per point; null is a gap and is drawn as one, never as zero. */
  values: readonly (number | null)[];
};

export type ChartProps = {
  /** The finding, with its number: "Approval fell to 91.2 %, mostly issuer timeouts". */
  title: string;
  /** The figure the page is about: the title is set larger. */
  prominent?: boolean;
  /** What is measured, over what, in which unit. One currency per chart. */
  subtitle?: string;
  /** Bars start at zero; lines need not. */
  kind: "line" | "bar";
  points: readonly ChartPoint[];
  /** At most five. */
  series: readonly ChartSeries[];
  /** The period before, as a thin dashed line. Only beside a single series. */
  previous?: ChartSeries;
  /** The exact figure, for read-out and table. */
  format: (value: number) => string;
  /** A short figure, for the axis. */
  formatAxis?: (value: number) => string;
  /** The figure in a CSV; what the series holds when it is left out. */
  csv?: (value: number) => string | number;
  /** Fixes the axis, [0, 100] for a rate. */
  domain?: [number, number];
  height?: number;
};

/** The colours by position. Chosen to stay apart in both themes and for colour-blind readers; they
 *  differ in lightness too, and every series is labelled where it ends. */
export const SERIES_COLOURS = [
  "var(--color-chart-1)",
  "var(--color-chart-3)",
  "var(--color-chart-2)",
  "var(--color-chart-4)",
  "var(--color-chart-5)",
] as const;
