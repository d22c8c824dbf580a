"use client";

import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { BillLines } from "#components/billing/bill-lines.tsx";
import { priceLabel } from "#components/billing/labels.ts";
import { typedInteger } from "#components/format/typed-integer.ts";
import { Money } from "#components/money/money.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/cx.ts";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { RadioGroup } from "#components/ui/radio-group.tsx";
import { RefusedAction } from "#components/ui/refused-action.tsx";
import type { Choice } from "#components/ui/select.tsx";
import { Select } from "#components/ui/select.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, read } from "#lib/dashboard/client.ts";
import type { ChangePreviewView, SubscriptionView } from "#lib/dashboard/views/billing.ts";
import type { ProrationBehavior } from "#lib/kernel/vocabulary/billing.ts";
import { useSession } from "../../../session.tsx";
import { useAttempt } from "../../shared/use-attempt.ts";
import { useStep } from "./use-step.ts";

const BEHAVIORS: readonly Choice<ProrationBehavior>[] = [
  {
    value: "create_prorations",
    label: "With the next invoice",
    note: "Unused time is credited and the rest of the period is charged, to the cent.",
  },
  { value: "always_invoice", label: "Immediately", note: "The same, invoiced and charged now." },
  { value: "none", label: "From the next period", note: "This period is not prorated." },
];

/** Changes plan or quantity. Previews every invoice line before confirmation. */
export function ChangePlan({ subscription }: { subscription: SubscriptionView }) {
  const [open, setOpen] = useState(false);
  const { allowed, reason } = subscription.allowedActions.changePlan;
  if (!allowed && !open) return <RefusedAction verb="Change plan" reason={reason} />;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Change plan</Button>
      {open && <ChangeDialog subscription={subscription} onClose={() => setOpen(false)} />}
    </>
  );
}

function ChangeDialog(props: { subscription: SubscriptionView; onClose: () => void }) {
  const { subscription, onClose } = props;
  const { mode } = useSession();
  const [plan, setPlan] = useState(subscription.plan.id as string);
  const [quantity, setQuantity] = useState(String(subscription.quantity));
  const [behavior, setBehavior] = useState<ProrationBehavior>(subscription.prorationBehavior);
  const params = { plan, quantity: typedInteger(quantity), behavior };
  const isChange = plan !== subscription.plan.id || params.quantity !== subscription.quantity;
  const isWhole = Number.isInteger(params.quantity) && params.quantity > 0;
  const plans = useQuery(read("/:mode/plans", { mode }, { state: "active" }));
  const preview = useQuery({
    queryKey: ["internal", `/${mode}/subscriptions/${subscription.id}/preview`, params],
    queryFn: () =>
      client.post("/:mode/subscriptions/:id/preview", { mode, id: subscription.id }, params),
    enabled: isChange && isWhole,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const confirmed = { ...params, prorationDate: preview.data?.prorationDate ?? "" };
  const change = useChange(subscription.id, onClose);
  const offered = (plans.data?.plans ?? []).filter(
    ({ currency }) => currency === subscription.plan.currency,
  );
  const others = offered.some((one) => one.id === subscription.plan.id)
    ? offered
    : [subscription.plan, ...offered];
  return (
    <FormDialog
      wide
      title="Change plan or quantity"
      open
      onOpenChange={(next) => !next && onClose()}
      verb="Change subscription"
      submit={{ ...change, mutate: () => change.mutate(confirmed) }}
      layout="grid gap-x-8 gap-y-4 sm:grid-cols-2"
      ready={isChange && isWhole && preview.data !== undefined && !preview.isPlaceholderData}
      keep="Cancel"
    >
      <div className="flex flex-col gap-4">
        <Field label="Plan">
          <Select
            choices={others.map((one) => ({
              value: one.id as string,
              label: one.name,
              note: priceLabel(one),
            }))}
            value={plan}
            onChange={setPlan}
          />
        </Field>
        <Field label="Quantity">
          <Input required type="number" min={1} value={quantity} onValueChange={setQuantity} />
        </Field>
        <RadioGroup
          label="When the change is charged"
          choices={BEHAVIORS}
          value={behavior}
          onChange={setBehavior}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        {preview.error && <ErrorBanner error={preview.error} />}
        {isChange ? (
          preview.data && <ChangePreview preview={preview.data} stale={preview.isPlaceholderData} />
        ) : (
          <p className="text-13 text-ink-muted">
            Choose another plan or quantity to see its cost here.
          </p>
        )}
      </div>
    </FormDialog>
  );
}

type Confirmed = {
  plan: string;
  quantity: number;
  behavior: ProrationBehavior;
  prorationDate: string;
};

function useChange(id: string, onChanged: () => void) {
  const step = useStep(id);
  const once = useAttempt();
  return useMutation({
    mutationFn: (confirmed: Confirmed) =>
      once(confirmed, (attempt) =>
        step((subject) =>
          client.post("/:mode/subscriptions/:id/plan", subject, { ...confirmed, attempt }),
        ),
      ),
    onSuccess: () => {
      onChanged();
      toast.done("Subscription changed");
    },
  });
}

/** The exact lines that confirming invoices now and on the next invoice. */
function ChangePreview({ preview, stale }: { preview: ChangePreviewView; stale: boolean }) {
  const { now, next, currency } = preview;
  return (
    <div className={cx("flex flex-col gap-5 transition-opacity", stale && "opacity-50")}>
      <div aria-live="polite">
        <p className="text-13 text-ink-muted">Charged when you confirm</p>
        <p className="text-28 font-semibold">
          <Money amount={now?.amountDue ?? "0"} currency={currency} large />
        </p>
      </div>
      {now && <BillLines caption="Charged now" lines={now.lines} currency={currency} />}
      {next && (
        <div>
          <p className="mb-2 text-13">
            <span className="text-ink-muted">Next invoice, </span>
            <Timestamp value={next.at} />
            <span className="text-ink-muted">: </span>
            <Money amount={next.amountDue} currency={currency} className="font-semibold" />
          </p>
          <BillLines caption="The next invoice" lines={next.lines} currency={currency} />
        </div>
      )}
    </div>
  );
}
