"use client";

import { type RefObject, useEffect, useState } from "react";
import { listReturnedTo } from "./opened-lists.ts";
import { ROW_KEY } from "./use-row-selection.ts";

/** The rows of a long list that are on the page, and the heights that stand for the others. */
export type RowPart = { from: number; to: number; before: number; after: number };

/** Until rows are measured. */
const USUAL_PX = 40;
/** Rows outside the window, above and below it. */
const SPARE_ROWS = 20;
/** The part moves by so many rows at a time, so that most scrolling renders nothing. */
const STEP_ROWS = 10;
/** Rows of cards differ by a few pixels; another row height differs by more. */
const TOLERANCE = 0.1;

/** Follows the scrolling of the page and returns the part of `count` rows that must be rendered: at most the height of
 *  the window and 50 rows. `box` contains the table. */
export function useRowPart(box: RefObject<HTMLElement | null>, count: number): RowPart {
  // After Back the list is scrolled to where it was before rows are measured.
  const [first, setFirst] = useState(() =>
    Math.floor((listReturnedTo()?.scrollY ?? 0) / USUAL_PX / STEP_ROWS),
  );
  const [rowPx, setRowPx] = useState(USUAL_PX);
  useEffect(() => {
    const look = () => {
      const body = box.current?.querySelector("tbody");
      if (!body) return;
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
  const visible = Math.ceil(innerHeight / rowPx) + STEP_ROWS;
  const start = Math.min(first * STEP_ROWS, Math.max(0, count - visible));
  const from = Math.max(0, start - SPARE_ROWS);
  const to = Math.min(count, start + visible + SPARE_ROWS);
  return { from, to, before: from * rowPx, after: (count - to) * rowPx };
}

/** The mean height of the rendered rows. */
function heightOfRow(body: HTMLElement): number | null {
  const rows = body.querySelectorAll(`:scope > [${ROW_KEY}]`);
  const [first, last] = [rows[0], rows[rows.length - 1]];
  if (!first || !last) return null;
  return (last.getBoundingClientRect().bottom - first.getBoundingClientRect().top) / rows.length;
}
