"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { moneyText } from "#components/money/money.tsx";
import { Button } from "#components/ui/button.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { RefusedAction } from "#components/ui/refused-action.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { SubscriptionView } from "#lib/dashboard/views/billing.ts";
import { useAttempt } from "../../shared/use-attempt.ts";
import { type MethodChoice, MethodField, methodOf } from "../method-field.tsx";
import { useStep } from "./use-step.ts";

/** Changes the payment method. An unpaid invoice is charged to it immediately. */
export function ChangeMethod({ subscription }: { subscription: SubscriptionView }) {
  const [open, setOpen] = useState(false);
  const isOwed = subscription.openInvoiceId !== null;
  const { allowed, reason } = subscription.allowedActions.changeMethod;
  if (!allowed && !open) return <RefusedAction verb="Change card" reason={reason} />;
  return (
    <>
      <Button variant={isOwed ? "primary" : "secondary"} onClick={() => setOpen(true)}>
        {isOwed ? "Pay with another card" : "Change card"}
      </Button>
      {open && <MethodDialog subscription={subscription} onClose={() => setOpen(false)} />}
    </>
  );
}

function MethodDialog(props: { subscription: SubscriptionView; onClose: () => void }) {
  const { subscription, onClose } = props;
  const step = useStep(subscription.id);
  const once = useAttempt();
  const [choice, setChoice] = useState<MethodChoice>(null);
  const open = subscription.invoices.find((one) => one.id === subscription.openInvoiceId);
  const change = useMutation({
    mutationFn: () =>
      once(choice, (attempt) =>
        step((id) =>
          client.post("/:mode/subscriptions/:id/method", id, {
            attempt,
            method: methodOf(choice) ?? {},
          }),
        ),
      ),
    onSuccess: ({ status, redirectUrl }) => {
      onClose();
      if (redirectUrl) toast.done("The payer has to confirm it with their bank");
      else toast.done(status === "active" ? "Paid and active" : "Card changed");
    },
  });
  return (
    <FormDialog
      title={open ? "Pay with another card" : "Change the card"}
      description={
        open
          ? `${moneyText(open.amountDue, open.currency)} of ${open.number} is charged to it now, as are later periods.`
          : "It is charged from the next period on."
      }
      open
      onOpenChange={(next) => !next && onClose()}
      verb={open ? "Pay now" : "Change card"}
      submit={change}
      ready={choice !== null}
      keep="Cancel"
    >
      <MethodField customer={subscription.customer.id} value={choice} onChange={setChoice} />
    </FormDialog>
  );
}
