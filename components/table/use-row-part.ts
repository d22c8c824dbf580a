"use client";

import { type RefObject, useEffect, useState } from "react";
import { listReturnedTo } from "./opened-lists.ts";
import { ROW_KEY } from "./use-row-selection.ts";

/** Rows in a row, and the height above them that stands for those that are not on the page. */
type Piece = { from: number; to: number; above: number };

/** The rows of a long list that are on the page: those around the window, and in `pieces` those near the focus as well.
 *  The last piece has no rows, only the height of those after the others. */
export type RowPart = { from: number; to: number; pieces: readonly Piece[] };

/** Until rows are measured. */
const USUAL_PX = 40;
/** Rows outside the window, above and below it. */
const SPARE_ROWS = 20;
/** The part moves by so many rows at a time, so that most scrolling renders nothing. */
const STEP_ROWS = 10;
/** Rows on each side of one that keeps the focus while it is scrolled away, for `j` and `k`. */
const NEAR_FOCUS = 5;
/** Rows of cards differ by a few pixels; another row height differs by more. */
const TOLERANCE = 0.1;

/** Follows the scrolling of the page and returns the part of the rows that must be rendered: at most the height of
 *  the window and 61 rows. `box` contains the table. A row with the focus stays. */
export function useRowPart(
  box: RefObject<HTMLElement | null>,
  rows: readonly { id: string }[],
): RowPart {
  // After Back the list is scrolled to where it was before rows are measured.
  const [first, setFirst] = useState(() =>
    Math.floor((listReturnedTo()?.scrollY ?? 0) / USUAL_PX / STEP_ROWS),
  );
  const [rowPx, setRowPx] = useState(USUAL_PX);
  const [focused, setFocused] = useState<string | null>(null);
  useEffect(() => {
    const look = () => {
      const body = box.current?.querySelector("tbody");
      if (!body) return;
      setFocused(focusedRow(body));
      const top = body.getBoundingClientRect().top;
      setFirst(Math.max(0, Math.floor(-top / rowPx / STEP_ROWS)));
      const measured = heightOfRow(body);
      if (measured && Math.abs(measured - rowPx) > rowPx * TOLERANCE) setRowPx(measured);
    };
    look();
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  }, [box, rowPx]);
  const count = rows.length;
  const visible = Math.ceil(innerHeight / rowPx) + STEP_ROWS;
  const start = Math.min(first * STEP_ROWS, Math.max(0, count - visible));
  const from = Math.max(0, start - SPARE_ROWS);
  const to = Math.min(count, start + visible + SPARE_ROWS);
  const at = focused === null ? -1 : rows.findIndex(({ id }) => id === focused);
  return { from, to, pieces: piecesOf({ from, to }, { at, count, rowPx }) };
}

const focusedRow = (body: HTMLElement): string | null =>
  (body.contains(document.activeElement) &&
    document.activeElement?.closest(`[${ROW_KEY}]`)?.getAttribute(ROW_KEY)) ||
  null;

type Range = Pick<Piece, "from" | "to">;

/** The rows of the window and those near the row at `at` (-1: none), in order. */
function piecesOf(
  inWindow: Range,
  { at, count, rowPx }: { at: number; count: number; rowPx: number },
): Piece[] {
  const near = { from: Math.max(0, at - NEAR_FOCUS), to: Math.min(count, at + NEAR_FOCUS + 1) };
  const above = at >= 0 && { from: near.from, to: Math.min(near.to, inWindow.from) };
  const below = at >= 0 && { from: Math.max(near.from, inWindow.to), to: near.to };
  const ranges = [above, inWindow, below].filter((one) => one !== false && one.from < one.to);
  let end = 0;
  return [...(ranges as Range[]), { from: count, to: count }].map(({ from, to }) => {
    const piece = { from, to, above: (from - end) * rowPx };
    end = to;
    return piece;
  });
}

/** The mean height of the rendered rows. */
function heightOfRow(body: HTMLElement): number | null {
  const rows = [...body.querySelectorAll(`:scope > [${ROW_KEY}]`)];
  if (rows.length === 0) return null;
  const heights = rows.map((row) => row.getBoundingClientRect().height);
  return heights.reduce((sum, px) => sum + px) / rows.length;
}
