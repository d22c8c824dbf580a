"use client";

import {
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type RefObject,
  useId,
  useRef,
  useState,
} from "react";

type Props = Record<string, unknown>;
export type Trigger = ReactElement<Props>;

/** An element with more properties; of what both listen to, its own listener is called first. */
export function withProps(element: Trigger, more: Props): Trigger {
  const merged: Props = { ...more };
  for (const [name, own] of Object.entries(element.props)) {
    const added = more[name];
    if (typeof own !== "function" || typeof added !== "function") continue;
    merged[name] = (...args: unknown[]) => {
      own(...args);
      added(...args);
    };
  }
  return cloneElement(element, merged);
}

export type FloatOptions = {
  /** The element that opens it. Without one, whoever controls `open` does. */
  trigger?: Trigger;
  kind: "menu" | "dialog" | "listbox";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

/** What something that floats has to know of its trigger. */
export type Floating = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Beside what it stands. */
  anchor: RefObject<HTMLElement | null>;
  /** Opened by a key: the focus goes to the first thing in it. */
  byKey: boolean;
  labelledBy: string;
};

/** Opens and closes what floats. The trigger is there at once; what it opens is drawn by code that is fetched when the
 *  pointer or the focus first comes to the trigger (`wanted`). */
export function useFloat({ trigger, kind, open: controlled, onOpenChange }: FloatOptions) {
  const [inner, setInner] = useState(false);
  const [wanted, setWanted] = useState(false);
  const [byKey, setByKey] = useState(false);
  const anchor = useRef<HTMLElement>(null);
  const made = useId();
  const id = (trigger?.props.id as string | undefined) ?? made;
  const open = controlled ?? inner;
  if (open && !wanted) setWanted(true);
  const setOpen = (next: boolean) => {
    setInner(next);
    onOpenChange?.(next);
  };
  const want = () => setWanted(true);
  const floating: Floating = { open, onOpenChange: setOpen, anchor, byKey, labelledBy: id };
  const element =
    trigger &&
    withProps(trigger, {
      id,
      ref: anchor,
      "aria-haspopup": kind,
      "aria-expanded": open,
      ...(kind === "listbox" && {
        role: "combobox",
        "aria-controls": open ? listOf(id) : undefined,
      }),
      "data-popup-open": open ? "" : undefined,
      onPointerEnter: want,
      onFocus: want,
      onClick: (event: MouseEvent) => {
        // Not every browser gives it the focus on a press, which returns there.
        anchor.current?.focus({ preventScroll: true });
        // A press of Enter or Space is a click without a count.
        setByKey(event.detail === 0);
        setOpen(!open);
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (kind === "dialog" || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
        event.preventDefault();
        setByKey(true);
        setOpen(true);
      },
    });
  return { element, wanted: wanted || open, floating };
}

/** The id of the list that belongs to a trigger. */
export const listOf = (triggerId: string): string => `${triggerId}-list`;

/** Whether it was the trigger that was pressed: it opens and closes by itself. */
export function isPressOn(anchor: Floating["anchor"], { target }: Event): boolean {
  return target instanceof Node && anchor.current?.contains(target) === true;
}
