"use client";

import { Menu } from "@base-ui/react/menu";
import { type ReactNode, useEffect, useRef } from "react";
import type { Floating } from "./float.tsx";
import { MenuParts, type MenuProps } from "./menu.tsx";

type Props = Floating & Required<Pick<MenuProps, "side" | "align">> & { children: ReactNode };

/** The menu's popup; loaded separately from its trigger. */
export function MenuPopup(props: Props) {
  const { open, byKey, anchor } = props;
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
            aria-labelledby={props.labelledBy}
            className="float min-w-52 max-w-80 p-1 outline-none"
          >
            <MenuParts value={Menu}>{props.children}</MenuParts>
            {byKey && <FirstItemFocus />}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** Focuses the first visible item when the menu is mounted. */
function FirstItemFocus() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const menu = mark.current?.closest("[role=menu]");
    const items = menu?.querySelectorAll<HTMLElement>("[role^=menuitem]:not([data-disabled])");
    // Some items are for narrow screens only.
    [...(items ?? [])].find((item) => item.checkVisibility())?.focus();
  }, []);
  return <span ref={mark} hidden />;
}
