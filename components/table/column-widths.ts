import type { Column } from "./columns.ts";

/** Pixels of one key press. */
export const WIDTH_STEP = 16;
const NARROWEST = 48;
const WIDEST = 800;
const REM_PX = 16;
/** Of a column that shares the remaining width. */
const SHARED_PX = 160;

export const limitWidth = (px: number): number =>
  Math.round(Math.min(WIDEST, Math.max(NARROWEST, px)));

/** The width of a column in pixels by its largest Tailwind class: `w-28 lg:w-34` is 136. */
export function usualWidth({ width }: Pick<Column<never>, "width">): number {
  const steps = [...(width ?? "").matchAll(/\bw-(\d+)/g)].map(([, step]) => Number(step));
  return steps.length > 0 ? (Math.max(...steps) * REM_PX) / 4 : SHARED_PX;
}

/** The width below which a table scrolls sideways; null if it always fits, as the usual columns do. */
export function leastWidth(
  columns: readonly Column<never>[],
  widths: Readonly<Record<string, number>>,
): number | null {
  const isUsual = columns.every(({ id, optional }) => !optional && widths[id] === undefined);
  if (isUsual) return null;
  // Columns that are hidden on narrow screens do not count: there the others have room.
  return columns
    .filter((column) => !column.from)
    .reduce((sum, column) => sum + (widths[column.id] ?? usualWidth(column)), 0);
}
