"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { Frame } from "#components/frame/frame.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import { useSession } from "../session.tsx";
import { ConfirmPerson } from "./confirm-person.tsx";
import { LiveUpdates } from "./live-updates/live-updates.tsx";
import { CommandPalette } from "./palette/command-palette.tsx";
import { SandboxClock } from "./sandbox-clock/sandbox-clock.tsx";
import { useSeen } from "./use-seen.ts";

/** The frame with its two actions. Both empty the cache: nothing of one account or person may be
 *  seen by the next. */
export function DashboardFrame({ narrow, children }: { narrow: boolean; children: ReactNode }) {
  const { session, mode } = useSession();
  const router = useRouter();
  const queries = useQueryClient();
  useSeen();
  const leave = async (action: Promise<unknown>, address: string) => {
    try {
      await action;
      queries.clear();
      router.replace(address);
      router.refresh();
    } catch (error) {
      toast.failed(error instanceof Error ? error.message : "That did not work. Try again.");
    }
  };
  return (
    <Frame
      mode={mode}
      person={session.person}
      account={session.account}
      accounts={session.accounts}
      narrow={narrow}
      search={<CommandPalette />}
      clock={mode === "test" ? <SandboxClock /> : undefined}
      onSwitchAccount={(account) => {
        if (account !== session.account.id)
          void leave(client.post("/session/account", { account }), `/${mode}/home`);
      }}
      onSignOut={() => void leave(client.delete("/session"), "/sign-in")}
    >
      <LiveUpdates>{children}</LiveUpdates>
      <ConfirmPerson byCode={session.person.hasSecondFactor} />
    </Frame>
  );
}
