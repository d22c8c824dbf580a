"use client";

import type { ReactNode } from "react";
import { type Trigger, useFloat } from "./float.tsx";
import { later } from "./later.tsx";

const PopoverPopup = later(() =>
  import("./popover-popup.tsx").then(({ PopoverPopup }) => PopoverPopup),
);

export type PopoverProps = {
  trigger: Trigger;
  title: string;
  /** The title is only for screen readers. */
  hideTitle?: boolean;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: "start" | "center" | "end";
  children: ReactNode;
};

/** A small form or explanation beside its trigger. */
export function Popover({ trigger, open, onOpenChange, ...look }: PopoverProps) {
  const { element, wanted, floating } = useFloat({ trigger, kind: "dialog", open, onOpenChange });
  return (
    <>
      {element}
      {wanted && <PopoverPopup {...look} {...floating} />}
    </>
  );
}
