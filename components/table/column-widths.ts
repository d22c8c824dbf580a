import type { Column } from "./columns.ts";

/** Pixels of one key press. */
export const WIDTH_STEP = 16;
const NARROWEST = 48;
const WIDEST = 800;
const REM_PX = 16;
/** Width of a column that shares the remaining width. */
const SHARED_PX = 160;

export const limitWidth = (px: number): number =>
  Math.round(Math.min(WIDEST, Math.max(NARROWEST, px)));

/** The width of a column in pixels by its largest Tailwind class: `w-28 lg:w-34` is 136. */
export function usualWidth({ width }: Pick<Column<never>, "width">): number {
  const steps = [...(width ?? "").matchAll(/\bw-(\d+)/g)].map(([, step]) => Number(step));
  return steps.length > 0 ? (Math.max(...steps) * REM_PX) / 4 : SHARED_PX;
}

const STEPS = ["all", "lg", "xl", "2xl", "3xl"] as const;

/** The widths below which a table scrolls sideways, one for each breakpoint, for `LEAST`; null if it always fits, as the
 *  usual columns do. */
export function leastWidths(
  columns: readonly Column<never>[],
  widths: Readonly<Record<string, number>>,
): Readonly<Record<string, string>> | null {
  const isUsual = columns.every(({ id, optional }) => !optional && widths[id] === undefined);
  if (isUsual) return null;
  let sum = 0;
  return Object.fromEntries(
    STEPS.map((step) => {
      // Columns that are hidden on narrow screens do not count: there the others have room.
      for (const column of columns)
        if ((column.from ?? "all") === step) sum += widths[column.id] ?? usualWidth(column);
      return [`--least-${step}`, `${sum}px`];
    }),
  );
}

/** A table that is at least as wide as its columns: without it, those that share the width would lose theirs. */
export const LEAST =
  "md:min-w-(--least-all) lg:min-w-(--least-lg) xl:min-w-(--least-xl) 2xl:min-w-(--least-2xl) 3xl:min-w-(--least-3xl)";
