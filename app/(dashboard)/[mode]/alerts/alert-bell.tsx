"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { BellButton } from "#components/frame/bell-button.tsx";
import { later } from "#components/ui/later.tsx";
import { Popover } from "#components/ui/popover.tsx";
import { read } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";

const AlertList = later(() => import("./alert-list.tsx").then(({ AlertList }) => AlertList));

const POLL_MS = 60_000;

/** Opens the person's alerts; shows how many are unread. */
export function AlertBell() {
  const { mode } = useSession();
  const [open, setOpen] = useState(false);
  const { data } = useQuery({
    ...read("/:mode/alerts/unread", { mode }),
    refetchInterval: POLL_MS,
  });
  return (
    <Popover
      title="Alerts"
      hideTitle
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={<BellButton unread={data?.unread ?? 0} />}
    >
      <AlertList onLeave={() => setOpen(false)} />
    </Popover>
  );
}
