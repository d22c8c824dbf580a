"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, readsOf } from "#lib/dashboard/client.ts";
import type { PlanListItemView, PlanListView } from "#lib/dashboard/views/billing.ts";
import { useSession } from "../../session.tsx";
import { atOnce } from "../at-once.ts";

/** Takes a plan out of the offer, or puts it back. */
export function RetirePlan({ plan }: { plan: PlanListItemView }) {
  const { mode, session } = useSession();
  const queries = useQueryClient();
  if (!session.may.includes("manage_payments")) return null;
  const { queryKey } = readsOf("/:mode/plans", { mode });
  const said = (active: boolean) =>
    active ? `${plan.name} is on offer again` : `${plan.name} is retired`;
  const make = async (active: boolean) => {
    await client.post(
      "/:mode/plans/:id",
      { mode, id: plan.id },
      { attempt: crypto.randomUUID(), active },
    );
    await queries.invalidateQueries({ queryKey });
  };
  const undoOf = (active: boolean) => ({ run: () => make(!active), done: said(!active) });
  const retire = async () => {
    await make(false);
    toast.done(said(false), { undo: undoOf(false) });
  };
  // Nobody is asked first, so nobody waits either.
  const offer = async () => {
    const change = (list: PlanListView) => ({
      ...list,
      plans: list.plans.map((one) => (one.id === plan.id ? { ...one, active: true } : one)),
    });
    try {
      await atOnce<PlanListView>(queries, { queryKey, change, make: () => make(true) });
      toast.done(said(true), { undo: undoOf(true) });
    } catch (error) {
      toast.failed(error instanceof Error ? error.message : "That did not work. Try again.");
    }
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
      onConfirm={retire}
    />
  ) : (
    <Button size="small" aria-label={`Offer ${plan.name} again`} onClick={() => void offer()}>
      Offer again
    </Button>
  );
}
