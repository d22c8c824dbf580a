"use client";

import {
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { keepKeys } from "../frame/early-input.ts";

type Props = Record<string, unknown>;
export type Trigger = ReactElement<Props>;

/** An element with additional properties. If both have a listener for an event, the element's own runs first. */
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
  /** The element that opens it. Leave out if `open` is controlled. */
  trigger?: Trigger;
  kind: "menu" | "dialog" | "listbox";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

/** State that a floating element needs from its trigger. */
export type Floating = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The element that it is placed beside. */
  anchor: RefObject<HTMLElement | null>;
  /** Opened by a key, so the first element in it gets the focus. */
  byKey: boolean;
  labelledBy: string;
};

/** Opens and closes a floating element. The trigger is rendered immediately; the code of the popup is loaded
 *  when the trigger first gets the pointer or the focus (`wanted`). */
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
  useEffect(() => {
    if (open) return keepKeys();
  }, [open]);
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
        // Not every browser focuses a clicked button, and the focus returns there on close.
        anchor.current?.focus({ preventScroll: true });
        // A click by Enter or Space has a count of 0.
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

/** The id of a trigger's popup. */
export const listOf = (triggerId: string): string => `${triggerId}-list`;

/** Whether the trigger was clicked, which toggles the popup itself. */
export function isPressOn(anchor: Floating["anchor"], { target }: Event): boolean {
  return target instanceof Node && anchor.current?.contains(target) === true;
}
