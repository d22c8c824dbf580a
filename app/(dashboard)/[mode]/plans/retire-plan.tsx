"use client";

import { useQueryClient } from "@tanstack/react-query";
import { countText } from "#components/format/locale.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, readsOf } from "#lib/dashboard/client.ts";
import type { PlanListItemView, PlanListView } from "#lib/dashboard/views/billing.ts";
import { useSession } from "../../session.tsx";
import { updateOptimistically } from "../shared/optimistic-update.ts";

/** Retires a plan, or makes it available again. */
export function RetirePlan({ plan }: { plan: PlanListItemView }) {
  const { mode, session } = useSession();
  const queries = useQueryClient();
  if (!session.may.includes("manage_payments")) return null;
  const { queryKey } = readsOf("/:mode/plans", { mode });
  const said = (active: boolean) =>
    active ? `${plan.name} is available again` : `${plan.name} was retired`;
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
  // No confirmation dialog here, so the change is shown immediately.
  const offer = async () => {
    const change = (list: PlanListView) => ({
      ...list,
      plans: list.plans.map((one) => (one.id === plan.id ? { ...one, active: true } : one)),
    });
    try {
      await updateOptimistically<PlanListView>(queries, {
        queryKey,
        change,
        make: () => make(true),
      });
      toast.done(said(true), { undo: undoOf(true) });
    } catch (error) {
      toast.failed(error instanceof Error ? error : "The plan was not changed. Try again.");
    }
  };
  const has = `${countText(plan.subscribers)} subscription${plan.subscribers === 1 ? "" : "s"}`;
  return plan.active ? (
    <ConfirmDialog
      title={`Retire ${plan.name}?`}
      touches={`No new customer can subscribe to it. ${has} to it continue${plan.subscribers === 1 ? "s" : ""} unchanged. You can make it available again at any time.`}
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
    <Button
      size="small"
      aria-label={`Make ${plan.name} available again`}
      onClick={() => void offer()}
    >
      Make available
    </Button>
  );
}
