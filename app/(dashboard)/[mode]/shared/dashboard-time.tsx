"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { TimeProvider } from "#components/time/time-context.tsx";
import { useSession } from "../../session.tsx";
import { clockRead } from "../sandbox-clock/clock-read.ts";

/** Screens that use the real time, not the sandbox's clock: deliveries, keys, e-mails. */
const REAL = ["webhooks", "keys", "versions", "settings"];

/** Provides the present: in test mode, the sandbox's clock as it advances. */
export function DashboardTime({ children }: { children: ReactNode }) {
  const { session, mode } = useSession();
  const place = usePathname().split("/")[2] ?? "";
  const clock = useQuery({ ...clockRead(mode), enabled: mode === "test" }).data;
  const sandboxAheadMs = mode === "test" ? (clock?.aheadMs ?? session.testClockAheadMs) : 0;
  return (
    <TimeProvider
      zone={session.account.timezone}
      renderedAt={session.now}
      // A prop rather than a second provider around some screens, which would remount the frame on navigation.
      aheadMs={REAL.includes(place) ? 0 : sandboxAheadMs}
    >
      {children}
    </TimeProvider>
  );
}
