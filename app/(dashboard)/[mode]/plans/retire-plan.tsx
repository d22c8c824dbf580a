"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, type PlanLineView } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";

/** Takes a plan out of the offer, or puts it back. */
export function RetirePlan({ plan }: { plan: PlanLineView }) {
  const { mode, session } = useSession();
  const queries = useQueryClient();
  if (!session.may.includes("manage_payments")) return null;
  const offer = async (active: boolean) => {
    await client.post(`/${mode}/plans/${plan.id}`, { attempt: crypto.randomUUID(), active });
    await queries.invalidateQueries({ queryKey: ["internal", `/${mode}/plans`] });
    toast.done(active ? `${plan.name} is on offer again` : `${plan.name} is retired`);
  };
  const has = `${plan.subscribers.toLocaleString("en")} subscription${plan.subscribers === 1 ? "" : "s"}`;
  return plan.active ? (
    <ConfirmDialog
      title={`Retire ${plan.name}?`}
      touches={`Nobody can subscribe to it any more. ${has} to it go${plan.subscribers === 1 ? "es" : ""} on as before. You can offer it again at any time.`}
      verb="Retire plan"
      danger={false}
      trigger={
        <Button size="small" aria-label={`Retire ${plan.name}`}>
          Retire
        </Button>
      }
      onConfirm={() => offer(false)}
    />
  ) : (
    <Button size="small" aria-label={`Offer ${plan.name} again`} onClick={() => offer(true)}>
      Offer again
    </Button>
  );
}
