"use client";

import { Dialog } from "@base-ui/react/dialog";
import { type FocusEvent, useRef } from "react";
import { cx } from "./cx.ts";
import { CloseDialog, DialogClose, type DialogProps } from "./dialog.tsx";
import type { Floating } from "./float.tsx";
import { closeCross, Scrim } from "./modal-parts.tsx";

type Props = Floating & Omit<DialogProps, keyof Floating | "trigger">;

/** The dialog's popup; loaded separately from its trigger. */
export function DialogPopup(props: Props) {
  const { title, description, open, onOpenChange, footer, sticky, isHeld, wide, children } = props;
  const body = useRef<HTMLDivElement>(null);
  const isEntered = useRef(false);
  if (!open) isEntered.current = false;
  // As after Tab: what is typed replaces the text.
  const enter = ({ target }: FocusEvent) => {
    if (isEntered.current) return;
    isEntered.current = true;
    if (target instanceof HTMLInputElement) target.select();
  };
  return (
    <Dialog.Root
      open={open}
      disablePointerDismissal={sticky || isHeld}
      onOpenChange={(next, details) => {
        if (sticky && !next && details.reason === "escape-key") return details.cancel();
        onOpenChange(next);
      }}
    >
      <Dialog.Portal>
        <Scrim />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-end justify-center overflow-y-auto sm:items-start sm:px-4 sm:pt-[12vh] sm:pb-8">
          <Dialog.Popup
            data-modal
            // A finger would bring up a phone's keyboard, which hides most of the dialog.
            initialFocus={(by) => (by === "touch" ? true : (firstField(body.current) ?? true))}
            onFocus={enter}
            className={cx(
              // Moves by less than half a button's height, so that a click during the animation hits one
              // button.
              "flex max-h-[92dvh] w-full flex-col overflow-hidden rounded-t-large bg-surface-raised shadow-modal outline-none transition-[opacity,translate] duration-150 data-starting-style:translate-y-1.5 data-starting-style:opacity-0 data-ending-style:translate-y-1.5 data-ending-style:opacity-0 sm:max-h-[calc(88dvh-2rem)] sm:rounded-large",
              wide ? "sm:max-w-page/2 sm:w-180" : "sm:max-w-dialog",
            )}
          >
            <CloseDialog value={() => onOpenChange(false)}>
              <header className="flex shrink-0 items-start gap-4 px-5 pt-4 pb-2">
                <div className="min-w-0 flex-1">
                  <Dialog.Title className="text-16 font-semibold">{title}</Dialog.Title>
                  {description && (
                    <Dialog.Description className="mt-1 text-13 text-ink-muted">
                      {description}
                    </Dialog.Description>
                  )}
                </div>
                {!sticky && <DialogClose render={closeCross} />}
              </header>
              {/* Only this part scrolls, so that title and buttons stay visible on a low screen. */}
              {children && (
                <div ref={body} className="min-h-0 overflow-y-auto px-5 pt-1 pb-5">
                  {children}
                </div>
              )}
              {footer && (
                <footer className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line bg-surface-sunken px-5 py-3 sm:rounded-b-large">
                  {footer}
                </footer>
              )}
            </CloseDialog>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const FIELDS = `:is(input, textarea, [role="combobox"], [role="checkbox"], [role="radio"])`;
const NOT_FOR_KEYS = `:disabled, [data-disabled], [readonly], [aria-hidden="true"], [tabindex="-1"], [type="hidden"]`;

/** The field in which a person starts, or null. Without fields the dialog's first button gets the focus. */
const firstField = (body: HTMLElement | null) =>
  body?.querySelector<HTMLElement>(`${FIELDS}:not(${NOT_FOR_KEYS})`) ?? null;
