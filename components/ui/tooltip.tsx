"use client";

import { Tooltip } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";

type Side = "top" | "right" | "bottom" | "left";
type Triggering = ReactElement<Record<string, unknown>>;

/** A word more about the element inside, on hover and focus. Never the only place that says it. */
export function Tip({
  text,
  side = "top",
  children,
}: {
  text: ReactNode;
  side?: Side;
  children: Triggering;
}) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={children} />
      <Floating side={side}>{text}</Floating>
    </Tooltip.Root>
  );
}

/** What many elements have one tooltip by: each is a `TipTrigger`, and `TheTip` stands once beside them. */
export type TipHandle = Tooltip.Handle<string>;
export const newTips = (): TipHandle => Tooltip.createHandle<string>();

export function TipTrigger({
  handle,
  text,
  children,
}: {
  handle: TipHandle;
  text: string;
  children: Triggering;
}) {
  return <Tooltip.Trigger handle={handle} payload={text} render={children} />;
}

/** `when`: asked each time, for elements that say everything themselves on some screens. */
export function TheTip({
  handle,
  side = "top",
  when,
}: {
  handle: TipHandle;
  side?: Side;
  when: () => boolean;
}) {
  return (
    <Tooltip.Root
      handle={handle}
      onOpenChange={(open, details) => {
        if (open && !when()) details.cancel();
      }}
    >
      {({ payload }) => <Floating side={side}>{payload}</Floating>}
    </Tooltip.Root>
  );
}

function Floating({ side, children }: { side: Side; children: ReactNode }) {
  return (
    <Tooltip.Portal>
      <Tooltip.Positioner side={side} sideOffset={6} className="z-50">
        <Tooltip.Popup className="max-w-80 rounded-base bg-ink px-2 py-1 text-12 text-surface shadow-float transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0 data-instant:transition-none">
          {children}
        </Tooltip.Popup>
      </Tooltip.Positioner>
    </Tooltip.Portal>
  );
}
