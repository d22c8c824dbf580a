"use client";

import { useQueryClient } from "@tanstack/react-query";
import { moneyText } from "#components/money/money.tsx";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { RefusedAction } from "#components/ui/refused-action.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import type { DisputeView } from "#lib/dashboard/views/disputes.ts";
import { useSession } from "../../../session.tsx";
import { useAttempt } from "../../shared/use-attempt.ts";

/** Accepts a dispute. Shown while it can be answered, to members who may. */
export function AcceptDispute({ dispute }: { dispute: DisputeView }) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const once = useAttempt();
  const isOpen = useIsOpen(dispute);
  if (!isOpen) return null;
  const { allowed, reason } = dispute.allowedActions.accept;
  if (!allowed) return <RefusedAction verb="Accept dispute" reason={reason} />;
  const amount = moneyText(dispute.amount, dispute.currency);
  const fee = moneyText(dispute.fee, dispute.currency);
  return (
    <ConfirmDialog
      title={`Accept the dispute of ${amount}?`}
      touches={`The payer keeps ${amount}, and you lose the fee of ${fee}. The dispute is lost immediately, and evidence can no longer be submitted.`}
      verb="Accept dispute"
      trigger={<Button>Accept dispute</Button>}
      onConfirm={async () => {
        await once(null, (attempt) =>
          client.post("/:mode/disputes/:id/accept", { mode, id: dispute.id }, { attempt }),
        );
        toast.done(`The dispute of ${amount} was accepted`);
        await queries.invalidateQueries(readsUnder(`/${mode}/`));
      }}
    />
  );
}

/** Whether evidence can still be submitted: none was, and the deadline has not passed. */
export function useIsOpen(dispute: Pick<DisputeView, "status" | "evidenceDueBy">): boolean {
  const { present } = useTimeFrame();
  return (
    dispute.status === "needs_response" && Date.parse(dispute.evidenceDueBy) > present.getTime()
  );
}
