"use client";

import { createContext, type MouseEvent, type ReactNode, useContext } from "react";
import { type Trigger, useFloat, withProps } from "./float.tsx";
import { later } from "./later.tsx";

const DialogPopup = later(() =>
  import("./dialog-popup.tsx").then(({ DialogPopup }) => DialogPopup),
);

/** Returns a function that closes the enclosing dialog. */
export const CloseDialog = createContext<() => void>(() => {});

export type DialogProps = {
  title: ReactNode;
  description?: ReactNode;
  /** The element that opens the dialog. Leave out if `open` is controlled. */
  trigger?: Trigger;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Buttons, the main action last. */
  footer?: ReactNode;
  /** Neither Escape nor a click outside closes the dialog, so that nothing is lost. */
  sticky?: boolean;
  /** A click outside does not close the dialog; Escape does. */
  isHeld?: boolean;
  wide?: boolean;
  children?: ReactNode;
};

/** A modal dialog. It takes and keeps the focus, and returns it to the previous element. */
export function Dialog({ trigger, open, onOpenChange, ...look }: DialogProps) {
  const { element, wanted, floating } = useFloat({ trigger, kind: "dialog", open, onOpenChange });
  return (
    <>
      {element}
      {wanted && <DialogPopup {...look} {...floating} />}
    </>
  );
}

/** A button that closes the enclosing dialog. */
export function DialogClose({ render }: { render: Trigger }) {
  const close = useContext(CloseDialog);
  return withProps(render, {
    onClick: (event: MouseEvent) => event.defaultPrevented || close(),
  });
}
