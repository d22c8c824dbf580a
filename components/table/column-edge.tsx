"use client";

import type { PointerEvent } from "react";
import { limitWidth } from "./column-widths.ts";

/** The right edge of a column's head: dragged, it changes the width; a double click restores the usual one. The chooser
 *  of columns has the same for the keyboard, so that the heads add no stops to the Tab key. */
export function ColumnEdge({ onWidth }: { onWidth: (width: number | null) => void }) {
  const begin = (event: PointerEvent<HTMLSpanElement>) => {
    const edge = event.currentTarget;
    const head = edge.closest("th");
    if (!head || event.button !== 0) return;
    event.preventDefault();
    edge.setPointerCapture(event.pointerId);
    const [from, width] = [event.clientX, head.getBoundingClientRect().width];
    let next: number | null = null;
    const drag = ({ clientX }: globalThis.PointerEvent) => {
      next = limitWidth(width + clientX - from);
      // Only the head's style changes while dragging; the rows follow it without being rendered.
      head.style.width = `${next}px`;
    };
    const end = () => {
      edge.removeEventListener("pointermove", drag);
      edge.removeEventListener("lostpointercapture", end);
      if (next !== null) onWidth(next);
    };
    edge.addEventListener("pointermove", drag);
    edge.addEventListener("lostpointercapture", end);
  };
  return (
    <span
      aria-hidden
      title="Drag to change the width, double-click for the usual width"
      onPointerDown={begin}
      onDoubleClick={() => onWidth(null)}
      className="group/edge absolute inset-y-0 right-0 z-1 hidden w-2 cursor-col-resize touch-none md:block"
    >
      <span className="absolute inset-y-1.5 right-0 w-px bg-line opacity-0 transition-opacity group-hover/edge:opacity-100 in-[thead:hover]:opacity-100" />
    </span>
  );
}
