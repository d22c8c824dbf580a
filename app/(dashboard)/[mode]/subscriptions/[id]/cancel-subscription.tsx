"use client";

import { useState } from "react";
import { moneyText } from "#components/money/money.tsx";
import { dayText, partsIn } from "#components/time/format.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { RadioGroup } from "#components/ui/radio-group.tsx";
import { RefusedAction } from "#components/ui/refused-action.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client } from "#lib/dashboard/client.ts";
import type { SubscriptionView } from "#lib/dashboard/views/billing.ts";
import { useAttempt } from "../../shared/use-attempt.ts";
import { useStep } from "./use-step.ts";

type When = "period_end" | "now";

const RESUMED = "Subscription resumed";
const ENDS_WITH_PERIOD = "Subscription will end with its period";

/** Cancels a subscription, at the end of its period or immediately, and names the consequences. */
export function CancelSubscription({ subscription }: { subscription: SubscriptionView }) {
  const step = useStep(subscription.id);
  const day = useDay();
  const hasPeriod = subscription.status === "active" || subscription.status === "trialing";
  const [when, setWhen] = useState<When>(hasPeriod ? "period_end" : "now");
  const once = useAttempt();
  const set = (at: "period_end" | "never") =>
    step((id) =>
      client.post("/:mode/subscriptions/:id/cancel", id, {
        attempt: crypto.randomUUID(),
        when: at,
      }),
    );
  const { cancel, endWithPeriod } = subscription.allowedActions;
  if (!cancel.allowed) return <RefusedAction verb="Cancel" reason={cancel.reason} />;
  if (subscription.cancelAtPeriodEnd && endWithPeriod.allowed && hasPeriod) {
    return (
      <Button
        onClick={async () => {
          try {
            await set("never");
            toast.done(RESUMED, { undo: { run: () => set("period_end"), done: ENDS_WITH_PERIOD } });
          } catch (error) {
            toast.failed(
              error instanceof Error
                ? error.message
                : "The subscription was not changed. Try again.",
            );
          }
        }}
      >
        Resume
      </Button>
    );
  }
  const choices = [
    {
      value: "period_end" as const,
      label: `At the end of the period, on ${day(subscription.currentPeriodEnd)}`,
      note: "It stays active until then and is not charged again.",
    },
    { value: "now" as const, label: "Immediately", note: nowNote(subscription, day) },
  ];
  return (
    <ConfirmDialog
      title="Cancel this subscription?"
      touches={touches(subscription)}
      verb={when === "now" ? "Cancel now" : "Cancel at period end"}
      trigger={<Button>Cancel</Button>}
      onConfirm={async () => {
        await once(when, (attempt) =>
          step((id) => client.post("/:mode/subscriptions/:id/cancel", id, { attempt, when })),
        );
        if (when === "now") toast.done("Canceled");
        else toast.done(ENDS_WITH_PERIOD, { undo: { run: () => set("never"), done: RESUMED } });
      }}
    >
      {hasPeriod && (
        <RadioGroup label="When it ends" choices={choices} value={when} onChange={setWhen} />
      )}
    </ConfirmDialog>
  );
}

function useDay() {
  const { zone } = useTimeFrame();
  return (moment: string) => dayText(partsIn(new Date(moment), zone));
}

function touches(subscription: SubscriptionView): string {
  const { customer, plan, amount, openInvoiceId, invoices } = subscription;
  const who = customer.name ?? customer.email ?? "The customer";
  const open = invoices.find(({ id }) => id === openInvoiceId);
  const owed = open
    ? ` Invoice ${open.number} of ${moneyText(open.amountDue, open.currency)} becomes void.`
    : "";
  return `${who} is no longer charged ${moneyText(amount, plan.currency)} for ${plan.name}.${owed} Your endpoints receive subscription.canceled. A canceled subscription cannot be reactivated.`;
}

function nowNote({ status, currentPeriodEnd }: SubscriptionView, day: (moment: string) => string) {
  if (status === "trialing") return "The trial ends immediately.";
  return `The time until ${day(currentPeriodEnd)} is not refunded; refund the payment if you want to.`;
}
