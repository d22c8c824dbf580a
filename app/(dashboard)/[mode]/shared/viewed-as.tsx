"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { refundLimitText } from "#components/payments/refund-limit.ts";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { SessionView } from "#lib/dashboard/views/session.ts";
import { roleName } from "../settings/team/roles.ts";

type Role = SessionView["role"];
export type ViewedAsProps = { role: Role; refundLimit: SessionView["refundLimit"] };

/** Looks at the dashboard as a role with fewer permissions, or with one's own again. */
export function useViewAs(): (role: Role | null) => Promise<void> {
  const router = useRouter();
  const queries = useQueryClient();
  return async (role) => {
    try {
      await client.post("/session/view-as", {}, { role });
      queries.clear();
      router.refresh();
    } catch (error) {
      toast.failed(error instanceof Error ? error : "The action failed. Try again.");
    }
  };
}

/** Says on every screen that it is shown as another role sees it. */
export function ViewedAs({ role, refundLimit }: ViewedAsProps) {
  const viewAs = useViewAs();
  return (
    <div className="pt-4">
      <Banner
        action={
          <Button size="small" onClick={() => void viewAs(null)}>
            Stop
          </Button>
        }
      >
        You see the dashboard as {roleName(role)}. You may do only what this role may, and it is
        recorded under your name.
        {refundLimit && ` ${roleName(role)} may refund ${refundLimitText(refundLimit)}.`}
      </Banner>
    </div>
  );
}
