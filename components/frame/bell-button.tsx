"use client";

import { Bell } from "lucide-react";
import type { ComponentProps } from "react";

/** The server counts no further. */
const MOST_COUNTED = 100;

/** The bell of the header with the number of unread alerts; the trigger of a popover. */
export function BellButton({ unread, ...rest }: { unread: number } & ComponentProps<"button">) {
  const count = unread >= MOST_COUNTED ? "99+" : String(unread);
  return (
    <button
      {...rest}
      type="button"
      className="relative flex h-8 w-8 shrink-0 items-center justify-center rounded-base text-ink-muted transition-colors hover:bg-surface-hover hover:text-ink data-popup-open:bg-surface-hover data-popup-open:text-ink pointer-coarse:h-10 pointer-coarse:w-10"
    >
      <Bell className="size-4" aria-hidden />
      <span className="sr-only">Alerts, {unread === 0 ? "none unread" : `${count} unread`}</span>
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute -top-0.5 -right-0.5 flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-[0.625rem] leading-none font-semibold text-on-accent tabular-nums"
        >
          {count}
        </span>
      )}
    </button>
  );
}
