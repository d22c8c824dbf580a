"use client";

import { type ReactNode, startTransition, useEffect, useRef, useState } from "react";
import { ChartPending } from "./chart-pending.tsx";

type Size = { width: number; height: number };

const waiting = new Set<() => void>();
let isUnderWay = false;

/** How long a busy page is waited for before each. */
const PATIENCE_MS = 400;

function soon(act: () => void): void {
  // Not in every browser we support.
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

/** Draws one chart after the other, each once the browser has nothing else to do: together they would keep a
 *  press or a scroll waiting. Until then its place is held. What is drawn is told the size of that place, and again
 *  when it changes. */
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
      // Idle, the page is laid out: to ask for a size costs nothing.
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
        // Without a size of its own, so that the place may become narrower than what is drawn.
        size.width > 0 && (
          <div className="size-0 overflow-visible print:h-auto print:w-full">{children(size)}</div>
        )
      )}
    </div>
  );
}
