"use client";

import { createContext, type MouseEvent, type ReactNode, useContext } from "react";
import { type Trigger, useFloat, withProps } from "./float.tsx";
import { later } from "./later.tsx";

const DialogPopup = later(() =>
  import("./dialog-popup.tsx").then(({ DialogPopup }) => DialogPopup),
);

/** Closes the dialog that one stands in. */
export const CloseDialog = createContext<() => void>(() => {});

export type DialogProps = {
  title: ReactNode;
  description?: ReactNode;
  /** The element that opens it. Leave out when `open` is controlled. */
  trigger?: Trigger;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Buttons, the verb last. */
  footer?: ReactNode;
  /** Neither Escape nor a click outside closes it: for what would be lost. */
  sticky?: boolean;
  wide?: boolean;
  children?: ReactNode;
};

/** A decision that interrupts. Focus goes in, stays in, and returns to where it came from. */
export function Dialog({ trigger, open, onOpenChange, ...look }: DialogProps) {
  const { element, wanted, floating } = useFloat({ trigger, kind: "dialog", open, onOpenChange });
  return (
    <>
      {element}
      {wanted && <DialogPopup {...look} {...floating} />}
    </>
  );
}

/** Closes the dialog it stands in. */
export function DialogClose({ render }: { render: Trigger }) {
  const close = useContext(CloseDialog);
  return withProps(render, {
    onClick: (event: MouseEvent) => event.defaultPrevented || close(),
  });
}
