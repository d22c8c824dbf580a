"use client";

import { Dialog } from "@base-ui/react/dialog";
import { cx } from "./cx.ts";
import type { DrawerProps } from "./drawer.tsx";
import { closeCross, Scrim } from "./modal-parts.tsx";

/** The drawer's panel; loaded separately from its trigger. */
export function DrawerPopup(props: DrawerProps) {
  const { title, hideTitle, open, onOpenChange, side = "right", footer, children } = props;
  const { initialFocus, finalFocus } = props;
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Scrim />
        <Dialog.Popup
          initialFocus={initialFocus}
          finalFocus={finalFocus && (() => (isFocusElsewhere() ? false : finalFocus()))}
          data-drawer=""
          className={cx(
            "fixed inset-y-0 z-40 flex flex-col bg-surface-raised shadow-modal outline-none transition-transform duration-180",
            side === "left"
              ? "left-0 w-[min(17.5rem,84vw)] data-starting-style:-translate-x-full data-ending-style:-translate-x-full"
              : "right-0 w-full sm:w-120 data-starting-style:translate-x-full data-ending-style:translate-x-full",
          )}
        >
          {hideTitle ? (
            <Dialog.Title className="sr-only">{title}</Dialog.Title>
          ) : (
            <header className="flex items-center gap-3 border-b border-line px-5 py-3">
              <Dialog.Title className="min-w-0 flex-1 truncate text-16 font-semibold">
                {title}
              </Dialog.Title>
              <Dialog.Close render={closeCross} />
            </header>
          )}
          <div className={cx("min-h-0 flex-1 overflow-y-auto", !hideTitle && "p-5")}>
            {children}
          </div>
          {footer && (
            <footer className="flex items-center justify-end gap-2 border-t border-line px-5 py-3">
              {footer}
            </footer>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Whether the person went on to something else while the drawer was closing. */
function isFocusElsewhere(): boolean {
  const at = document.activeElement;
  return at !== null && at !== document.body && !at.closest("[data-drawer]");
}
