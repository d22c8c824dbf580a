"use client";

import { useState } from "react";
import { moneyText } from "#components/money/money.tsx";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { RadioGroup } from "#components/ui/radio-group.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { SubscriptionView } from "#lib/dashboard/views/billing.ts";
import { useStep } from "./use-step.ts";

type When = "period_end" | "now";

const GOES_ON = "It goes on";
const ENDS = "It ends with its period";

/** Ends it, with its period or at once, saying what that affects. */
export function CancelSubscription({ subscription }: { subscription: SubscriptionView }) {
  const step = useStep(subscription.id);
  const day = useDay();
  const hasPeriod = subscription.status === "active" || subscription.status === "trialing";
  const [when, setWhen] = useState<When>(hasPeriod ? "period_end" : "now");
  const [attempts] = useState(() => ({
    now: crypto.randomUUID() as string,
    period_end: crypto.randomUUID() as string,
    never: crypto.randomUUID() as string,
  }));
  const set = (at: "period_end" | "never") =>
    step("cancel", { attempt: crypto.randomUUID(), when: at });
  if (subscription.cancelAtPeriodEnd && hasPeriod) {
    return (
      <Button
        onClick={async () => {
          try {
            await set("never");
            toast.done(GOES_ON, { undo: { run: () => set("period_end"), done: ENDS } });
          } catch (error) {
            toast.failed(error instanceof Error ? error.message : "That did not work. Try again.");
          }
        }}
      >
        Let it go on
      </Button>
    );
  }
  const choices = [
    {
      value: "period_end" as const,
      label: `With its period, on ${day(subscription.currentPeriodEnd)}`,
      note: "It stays as it is until then, and is not charged again.",
    },
    { value: "now" as const, label: "Now", note: nowNote(subscription, day) },
  ];
  return (
    <ConfirmDialog
      title="Cancel this subscription?"
      touches={touches(subscription)}
      verb={when === "now" ? "Cancel now" : "Cancel with its period"}
      trigger={<Button>Cancel</Button>}
      onConfirm={async () => {
        await step("cancel", { attempt: attempts[when], when });
        if (when === "now") toast.done("Cancelled");
        else toast.done(ENDS, { undo: { run: () => set("never"), done: GOES_ON } });
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
  return (moment: string) =>
    new Intl.DateTimeFormat("en-GB", { timeZone: zone, day: "numeric", month: "long" }).format(
      new Date(moment),
    );
}

function touches(subscription: SubscriptionView): string {
  const { customer, plan, amount, openInvoiceId, invoices } = subscription;
  const who = customer.name ?? customer.email ?? "The customer";
  const open = invoices.find(({ id }) => id === openInvoiceId);
  const owed = open
    ? ` Invoice ${open.number} over ${moneyText(open.amountDue, open.currency)} becomes void.`
    : "";
  return `${who} is not charged ${moneyText(amount, plan.currency)} for ${plan.name} any more.${owed} Your endpoints hear subscription.canceled. A cancelled subscription cannot be brought back.`;
}

function nowNote({ status, currentPeriodEnd }: SubscriptionView, day: (moment: string) => string) {
  if (status === "trialing") return "The trial ends at once.";
  return `Nothing is given back for the time until ${day(currentPeriodEnd)}; refund the payment if you want to.`;
}
