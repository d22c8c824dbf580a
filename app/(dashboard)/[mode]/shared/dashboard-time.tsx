"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { TimeProvider } from "#components/time/time-context.tsx";
import { useSession } from "../../session.tsx";
import { clockRead } from "../sandbox-clock/clock-read.ts";

/** Screens of what goes by the real time, wherever the sandbox's clock is: sending, keys, mail. */
const REAL = ["webhooks", "keys", "versions", "settings"];

/** The present of everything below: by the sandbox's clock in test mode, which moves while people look. */
export function DashboardTime({ children }: { children: ReactNode }) {
  const { session, mode } = useSession();
  const place = usePathname().split("/")[2] ?? "";
  const clock = useQuery({ ...clockRead(mode), enabled: mode === "test" }).data;
  const sandboxAheadMs = mode === "test" ? (clock?.aheadMs ?? session.testClockAheadMs) : 0;
  return (
    <TimeProvider
      zone={session.account.timezone}
      renderedAt={session.now}
      // Another component round some screens would make the frame anew on the way to and from them.
      aheadMs={REAL.includes(place) ? 0 : sandboxAheadMs}
    >
      {children}
    </TimeProvider>
  );
}
