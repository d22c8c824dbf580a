"use client";

import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { useState } from "react";
import { later } from "#components/ui/later.tsx";
import { Popover } from "#components/ui/popover.tsx";
import { read } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";

const AlertList = later(() => import("./alert-list.tsx").then(({ AlertList }) => AlertList));

const POLL_MS = 60_000;
/** The server counts no further. */
const MOST_COUNTED = 100;

/** Opens the person's alerts; shows how many are unread. */
export function AlertBell() {
  const { mode } = useSession();
  const [open, setOpen] = useState(false);
  const { data } = useQuery({
    ...read("/:mode/alerts/unread", { mode }),
    refetchInterval: POLL_MS,
  });
  const unread = data?.unread ?? 0;
  const count = unread >= MOST_COUNTED ? "99+" : String(unread);
  return (
    <Popover
      title="Alerts"
      hideTitle
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className="relative flex h-8 w-8 shrink-0 items-center justify-center rounded-base text-ink-muted transition-colors hover:bg-surface-hover hover:text-ink data-popup-open:bg-surface-hover data-popup-open:text-ink pointer-coarse:h-10 pointer-coarse:w-10"
        >
          <Bell className="size-4" aria-hidden />
          <span className="sr-only">
            Alerts, {unread === 0 ? "none unread" : `${count} unread`}
          </span>
          {unread > 0 && (
            <span
              aria-hidden
              className="absolute -top-0.5 -right-0.5 flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-[0.625rem] leading-none font-semibold text-on-accent tabular-nums"
            >
              {count}
            </span>
          )}
        </button>
      }
    >
      <AlertList onLeave={() => setOpen(false)} />
    </Popover>
  );
}
