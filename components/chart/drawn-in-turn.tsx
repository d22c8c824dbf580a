"use client";

import { type ReactNode, startTransition, useEffect, useRef, useState } from "react";
import { ChartPending } from "./chart-pending.tsx";

type Size = { width: number; height: number };

const waiting = new Set<() => void>();
let isUnderWay = false;

/** The longest wait for an idle page before each drawing. */
const PATIENCE_MS = 400;

function soon(act: () => void): void {
  // Not every supported browser has requestIdleCallback.
  if ("requestIdleCallback" in window) requestIdleCallback(act, { timeout: PATIENCE_MS });
  else setTimeout(act, 0);
}

function drawNext(): void {
  const [first] = waiting;
  isUnderWay = first !== undefined;
  if (!first) return;
  waiting.delete(first);
  first();
  soon(drawNext);
}

/** Draws charts one after the other, each when the browser is idle: drawn together they would block clicks and
 *  scrolling. A placeholder keeps the space until then. The child gets the size of the space, also when it
 *  changes. */
export function DrawnInTurn({ children }: { children: (size: Size) => ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    const measured = (): Size => ({
      width: place.current?.clientWidth ?? 0,
      height: place.current?.clientHeight ?? 0,
    });
    const sizes = new ResizeObserver(() => setSize(measured()));
    const draw = () => {
      // The page is laid out when idle, so reading a size costs nothing.
      startTransition(() => setSize(measured()));
      if (place.current) sizes.observe(place.current);
    };
    waiting.add(draw);
    if (!isUnderWay) {
      isUnderWay = true;
      soon(drawNext);
    }
    return () => {
      waiting.delete(draw);
      sizes.disconnect();
    };
  }, []);
  return (
    <div ref={place} className="h-full">
      {size === null ? (
        <ChartPending />
      ) : (
        // Has no size of its own, so that the space can become narrower than the drawing.
        size.width > 0 && (
          <div className="size-0 overflow-visible print:h-auto print:w-full">{children(size)}</div>
        )
      )}
    </div>
  );
}
