"use client";

import type { ReactNode, RefObject } from "react";
import { useFloat } from "./float.tsx";
import { later } from "./later.tsx";

const DrawerPopup = later(() =>
  import("./drawer-popup.tsx").then(({ DrawerPopup }) => DrawerPopup),
);

export type DrawerProps = {
  title: ReactNode;
  /** The title is only for screen readers (the navigation on a phone). */
  hideTitle?: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  side?: "left" | "right";
  footer?: ReactNode;
  /** Gets the focus when the drawer opens; by default its first element. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** The element that gets the focus when the drawer closes; by default the one that had it before. */
  finalFocus?: () => HTMLElement | null;
  children: ReactNode;
};

/** A panel from the edge of the screen, for details or forms beside the page. */
export function Drawer(props: DrawerProps) {
  const { wanted } = useFloat({ kind: "dialog", ...props });
  return wanted && <DrawerPopup {...props} />;
}
