"use client";

import { Menu } from "@base-ui/react/menu";
import { type ReactNode, useEffect, useRef } from "react";
import type { Floating } from "./float.tsx";
import { MenuParts, type MenuProps } from "./menu.tsx";

type Props = Floating & Required<Pick<MenuProps, "side" | "align">> & { children: ReactNode };

/** The menu's popup; loaded separately from its trigger. */
export function MenuPopup(props: Props) {
  const { open, byKey, anchor } = props;
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open || !byKey) return;
    popup.current?.querySelector<HTMLElement>("[role^=menuitem]:not([data-disabled])")?.focus();
  }, [open, byKey]);
  return (
    <Menu.Root open={open} onOpenChange={props.onOpenChange}>
      <Menu.Portal>
        <Menu.Positioner
          anchor={anchor}
          side={props.side}
          align={props.align}
          sideOffset={4}
          className="z-50 outline-none"
        >
          <Menu.Popup
            ref={popup}
            aria-labelledby={props.labelledBy}
            className="float min-w-52 max-w-80 p-1 outline-none"
          >
            <MenuParts value={Menu}>{props.children}</MenuParts>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
