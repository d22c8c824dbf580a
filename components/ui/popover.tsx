"use client";

import { Popover as BasePopover } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";

export type PopoverProps = {
  trigger: ReactElement<Record<string, unknown>>;
  title: string;
  /** The title is read but not drawn. */
  hideTitle?: boolean;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: "start" | "center" | "end";
  children: ReactNode;
};

/** A small form or explanation beside what it belongs to. */
export function Popover(props: PopoverProps) {
  const { trigger, title, hideTitle, open, onOpenChange, align = "start", children } = props;
  return (
    <BasePopover.Root open={open} onOpenChange={onOpenChange}>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner align={align} sideOffset={6} collisionPadding={12} className="z-50">
          <BasePopover.Popup className="float w-80 max-w-[calc(100vw-1.5rem)] p-3 outline-none">
            <BasePopover.Title className={hideTitle ? "sr-only" : "mb-2 text-13 font-semibold"}>
              {title}
            </BasePopover.Title>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
