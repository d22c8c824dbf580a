"use client";

import type { ReactNode } from "react";
import { useFloat } from "./float.tsx";
import { later } from "./later.tsx";

const DrawerPopup = later(() =>
  import("./drawer-popup.tsx").then(({ DrawerPopup }) => DrawerPopup),
);

export type DrawerProps = {
  title: ReactNode;
  /** The title is read but not drawn (the navigation on a phone). */
  hideTitle?: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  side?: "left" | "right";
  footer?: ReactNode;
  children: ReactNode;
};

/** A panel from the edge: for looking closer or filling in, with the page still in mind. */
export function Drawer(props: DrawerProps) {
  const { wanted } = useFloat({ kind: "dialog", ...props });
  return wanted && <DrawerPopup {...props} />;
}
