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
  /** Asked each time, for elements that say everything themselves on some screens. */
  when?: () => boolean;
  children: Trigger;
};

/** A word more about the element inside, on hover and focus. Never the only place that says it. */
export function Tip({ text, side = "top", when, children }: TipProps) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const isTold = useRef(false);
  // Whoever goes, goes with what was said about it.
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
    // Not on entering: rows that come move what is below them under a pointer at rest, and its tip would then lie
    // over what is about to be pressed. And once a visit: what a press has hidden stays hidden.
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

/** The one tooltip of the page: it is drawn beside whichever element has the word. */
export function TipLayer() {
  const { wanted, shown } = useSyncExternalStore(tips.follow, tips.read, tips.readNone);
  return wanted && <TipPopup tip={shown} />;
}
