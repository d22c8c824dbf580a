"use client";

import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { cx } from "./cx.ts";
import { IconButton } from "./icon-button.tsx";

export type DialogProps = {
  title: ReactNode;
  description?: ReactNode;
  /** The element that opens it. Leave out when `open` is controlled. */
  trigger?: ReactElement<Record<string, unknown>>;
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
export function Dialog(props: DialogProps) {
  const { title, description, trigger, open, onOpenChange, footer, sticky, wide, children } = props;
  return (
    <BaseDialog.Root
      open={open}
      disablePointerDismissal={sticky}
      onOpenChange={(next, details) => {
        if (sticky && !next && details.reason === "escape-key") return details.cancel();
        onOpenChange?.(next);
      }}
    >
      {trigger && <BaseDialog.Trigger render={trigger} />}
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0" />
        <BaseDialog.Viewport className="fixed inset-0 z-40 flex items-end justify-center overflow-y-auto sm:items-start sm:px-4 sm:pt-[12vh] sm:pb-8">
          <BaseDialog.Popup
            className={cx(
              // It comes from less far than half a button: whoever presses one while it still moves
              // lets go on the same one.
              "max-h-[92dvh] w-full overflow-y-auto rounded-t-large bg-surface-raised shadow-modal outline-none transition-[opacity,translate] duration-150 data-starting-style:translate-y-1.5 data-starting-style:opacity-0 data-ending-style:translate-y-1.5 data-ending-style:opacity-0 sm:rounded-large sm:max-h-none",
              wide ? "sm:max-w-page/2 sm:w-180" : "sm:max-w-dialog",
            )}
          >
            <header className="flex items-start gap-4 px-5 pt-4 pb-3">
              <div className="min-w-0 flex-1">
                <BaseDialog.Title className="text-16 font-semibold">{title}</BaseDialog.Title>
                {description && (
                  <BaseDialog.Description className="mt-1 text-13 text-ink-muted">
                    {description}
                  </BaseDialog.Description>
                )}
              </div>
              {!sticky && (
                <BaseDialog.Close
                  render={
                    <IconButton label="Close" size="small" className="-mr-1.5">
                      <X className="size-4" aria-hidden />
                    </IconButton>
                  }
                />
              )}
            </header>
            {children && <div className="px-5 pb-5">{children}</div>}
            {footer && (
              <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface-sunken px-5 py-3 sm:rounded-b-large">
                {footer}
              </footer>
            )}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** Closes the dialog it stands in. */
export function DialogClose({ render }: { render: ReactElement<Record<string, unknown>> }) {
  return <BaseDialog.Close render={render} />;
}
