"use client";

import { useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { moneyText } from "#components/money/money.tsx";
import { declineName } from "#components/payments/decline-names.ts";
import { instrumentText } from "#components/payments/labels.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import type { ActionView } from "#lib/dashboard/views/actions.ts";
import type { PaymentView } from "#lib/dashboard/views/payments.ts";
import { useSession } from "../../../session.tsx";
import { useAttempt } from "../../shared/use-attempt.ts";

/** A declined payment: on its own screen, or the latest of an invoice. */
type Declined = Pick<
  PaymentView,
  "id" | "amount" | "currency" | "instrument" | "subscriptionId" | "declineCode"
> & { allowedActions: { retry: ActionView } };

/** Retries a declined payment without its payer, where the server would. */
export function RetryButton({ payment }: { payment: Declined }) {
  const { mode } = useSession();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const retry = useRetry(payment.id);
  // An open dialog stays mounted: it may be waiting for an answer.
  if (!open && !payment.allowedActions.retry.allowed) return null;
  const { amount, currency, instrument, subscriptionId } = payment;
  const first = payment.declineCode
    ? ` It was declined: ${declineName(payment.declineCode).title}.`
    : "";
  return (
    <ConfirmDialog
      title="Retry this payment"
      touches={`${moneyText(amount, currency)} is charged to ${instrumentText(instrument)} again, without the payer, under their mandate.${first} ${
        subscriptionId
          ? "If it is declined again, the subscription's own retries continue as planned."
          : "The retry is a new payment."
      }`}
      verb={`Retry ${moneyText(amount, currency)}`}
      danger={false}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="primary" icon={<RotateCcw className="size-3.5" aria-hidden />}>
          Retry
        </Button>
      }
      onConfirm={async () => {
        const made = await retry();
        if (made.status === "failed") toast.failed("The retry was declined");
        else if (made.status === "processing") toast.done("Retry begun");
        else toast.done("Retry succeeded");
        router.push(`/${mode}/payments/${made.id}`);
      }}
    />
  );
}

function useRetry(id: string) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const once = useAttempt();
  return async () => {
    try {
      return await once(null, (attempt) =>
        client.post("/:mode/payments/:id/retry", { mode, id }, { attempt }),
      );
    } finally {
      await queries.invalidateQueries(readsUnder(`/${mode}/`));
    }
  };
}
