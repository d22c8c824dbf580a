"use client";

import {
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { type Trigger, withProps } from "./float.tsx";
import { later } from "./later.tsx";
import { type TipSide, tips } from "./tips.ts";

const TipPopup = later(() => import("./tip-popup.tsx").then(({ TipPopup }) => TipPopup));

type TipProps = {
  text: ReactNode;
  side?: TipSide;
  /** Called each time; false suppresses the tooltip where the element itself shows everything. */
  when?: () => boolean;
  children: Trigger;
};

/** Additional text about an element on hover and focus. Never the only place of the information. */
export function Tip({ text, side = "top", when, children }: TipProps) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const isTold = useRef(false);
  // Hides the tooltip when its element is removed.
  useEffect(() => {
    if (anchor) return () => tips.leave(anchor);
  }, [anchor]);
  const come = (event: PointerEvent | FocusEvent, atOnce: boolean) => {
    if (when && !when()) return;
    setAnchor(event.currentTarget);
    tips.come({ anchor: event.currentTarget, text, side }, atOnce);
  };
  return withProps(children, {
    onPointerEnter: () => {
      isTold.current = false;
    },
    // Not on pointer enter: new rows move elements under a resting pointer, and the tooltip would then cover
    // what is about to be clicked. Only once per visit, so that a tooltip hidden by a click stays hidden.
    onPointerMove: (event: PointerEvent) => {
      if (isTold.current || event.pointerType === "touch") return;
      isTold.current = true;
      come(event, false);
    },
    onPointerLeave: (event: PointerEvent) => tips.leave(event.currentTarget),
    onPointerDown: tips.hide,
    onClick: tips.hide,
    onFocus: (event: FocusEvent) =>
      event.currentTarget.matches(":focus-visible") && come(event, true),
    onBlur: (event: FocusEvent) => tips.leave(event.currentTarget),
  });
}

/** The single tooltip of the page, placed beside the element that shows it. */
export function TipLayer() {
  const { wanted, shown } = useSyncExternalStore(tips.follow, tips.read, tips.readNone);
  return wanted && <TipPopup tip={shown} />;
}
