"use client";

import { Tooltip } from "@base-ui/react/tooltip";
import { useState } from "react";
import { type ShownTip, tips } from "./tips.ts";

/** Draws the current tooltip; loaded when the pointer first rests on an element with one. */
export function TipPopup({ tip }: { tip: ShownTip | null }) {
  const [last, setLast] = useState(tip);
  // Keeps its text while it fades out.
  if (tip && tip !== last) setLast(tip);
  return (
    <Tooltip.Root open={tip !== null} onOpenChange={(open) => open || tips.hide()}>
      <Tooltip.Portal>
        <Tooltip.Positioner anchor={last?.anchor} side={last?.side} sideOffset={6} className="z-50">
          <Tooltip.Popup
            onPointerEnter={tips.stay}
            onPointerLeave={tips.hide}
            className="max-w-80 rounded-base bg-ink px-2 py-1 text-12 text-surface shadow-float transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0 data-instant:transition-none"
          >
            {last?.text}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
