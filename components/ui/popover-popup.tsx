"use client";

import { Popover } from "@base-ui/react/popover";
import { type Floating, isPressOn } from "./float.tsx";
import type { PopoverProps } from "./popover.tsx";

type Props = Floating & Pick<PopoverProps, "title" | "hideTitle" | "align" | "children">;

const FIELDS = "input, button, select, textarea, a[href]";

/** Content that is loaded when the popup is open already gets the focus, which the popup has until then. */
function focusContent(popup: HTMLElement | null) {
  if (!popup) return;
  const observer = new MutationObserver(() => {
    if (document.activeElement !== popup) return;
    popup.querySelector<HTMLElement>(FIELDS)?.focus();
  });
  observer.observe(popup, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** The popover's popup; loaded separately from its trigger. */
export function PopoverPopup(props: Props) {
  const { open, onOpenChange, anchor, title, hideTitle, align = "start", children } = props;
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next, details) => {
        if (!next && isPressOn(anchor, details.event)) return details.cancel();
        onOpenChange(next);
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className="z-50"
        >
          <Popover.Popup
            ref={focusContent}
            className="float w-80 max-w-[calc(100vw-1.5rem)] p-3 outline-none"
          >
            <Popover.Title className={hideTitle ? "sr-only" : "mb-2 text-13 font-semibold"}>
              {title}
            </Popover.Title>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
