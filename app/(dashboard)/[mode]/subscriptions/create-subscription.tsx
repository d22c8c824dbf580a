"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactElement, useState } from "react";
import { FINAL_ACTION_CHOICES, priceLabel } from "#components/billing/labels.ts";
import { typedInteger } from "#components/format/typed-integer.ts";
import { moneyText } from "#components/money/money.tsx";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { ErrorOf } from "#components/ui/use-field-errors.ts";
import { client, read, readsUnder } from "#lib/dashboard/client.ts";
import type { PlanListItemView } from "#lib/dashboard/views/billing.ts";
import { useSession } from "../../session.tsx";
import { useAttempt } from "../shared/use-attempt.ts";
import { type MethodChoice, MethodField, methodOf } from "./method-field.tsx";

type FinalAction = (typeof FINAL_ACTION_CHOICES)[number]["value"];

const fresh = (customer: string | null) => ({
  customer,
  plan: null as string | null,
  quantity: "1",
  /** Empty means the plan's. */
  trialDays: "",
  method: null as MethodChoice,
  finalAction: "cancel" as FinalAction,
});
type Form = ReturnType<typeof fresh>;

/** Form for customer, plan, quantity and payment method. Then opens the new subscription. */
export function CreateSubscription(props: {
  trigger: ReactElement<Record<string, unknown>>;
  /** The customer, where it is already known. */
  customer?: string;
}) {
  const { mode } = useSession();
  const router = useRouter();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const once = useAttempt();
  const [form, setForm] = useState(() => fresh(props.customer ?? null));
  const change = (changes: Partial<Form>) => setForm({ ...form, ...changes });
  const create = useMutation({
    mutationFn: () =>
      once(form, (attempt) =>
        client.post(
          "/:mode/subscriptions",
          { mode },
          {
            attempt,
            customer: form.customer ?? "",
            plan: form.plan ?? "",
            quantity: typedInteger(form.quantity),
            trialDays: form.trialDays === "" ? null : typedInteger(form.trialDays),
            finalAction: form.finalAction,
            method: methodOf(form.method),
          },
        ),
      ),
    onSuccess: async (made) => {
      setOpen(false);
      toast.done(made.status === "incomplete" ? "Waiting for the first payment" : "Subscribed");
      await queries.invalidateQueries(readsUnder(`/${mode}/`));
      router.push(`/${mode}/subscriptions/${made.id}`);
    },
  });
  return (
    <FormDialog
      title="Create a subscription"
      trigger={props.trigger}
      open={open}
      onOpenChange={setOpen}
      verb="Create subscription"
      submit={create}
      onOpen={() => setForm(fresh(props.customer ?? null))}
    >
      {(errorOf) => (
        <Fields
          form={form}
          change={change}
          errorOf={errorOf}
          isCustomerKnown={props.customer !== undefined}
        />
      )}
    </FormDialog>
  );
}

type FieldsProps = {
  form: Form;
  change: (changes: Partial<Form>) => void;
  errorOf: ErrorOf;
  isCustomerKnown: boolean;
};

function Fields({ form, change, errorOf, isCustomerKnown }: FieldsProps) {
  const { mode } = useSession();
  const plans = useQuery(read("/:mode/plans", { mode }, { state: "active" }));
  const customers = useQuery({
    ...read("/:mode/customers", { mode }),
    enabled: !isCustomerKnown,
  });
  const plan = plans.data?.plans.find((one) => one.id === form.plan);
  return (
    <>
      {!isCustomerKnown && (
        <Field label="Customer" error={errorOf("customer")}>
          <Select
            choices={(customers.data?.customers ?? []).map((one) => ({
              value: one.id,
              label: one.name ?? one.email ?? one.id,
              note: one.name ? (one.email ?? undefined) : undefined,
            }))}
            value={form.customer}
            onChange={(customer) => change({ customer, method: null })}
            placeholder="Choose a customer"
          />
        </Field>
      )}
      <div className="grid grid-cols-[1fr_6rem] gap-3">
        <Field label="Plan" error={errorOf("plan")}>
          <Select
            choices={(plans.data?.plans ?? []).map((one) => ({
              value: one.id,
              label: one.name,
              note: priceLabel(one),
            }))}
            value={form.plan}
            onChange={(next) => change({ plan: next })}
            placeholder="Choose a plan"
          />
        </Field>
        <Field label="Quantity" error={errorOf("quantity")}>
          <Input
            required
            type="number"
            min={1}
            value={form.quantity}
            onValueChange={(quantity) => change({ quantity })}
          />
        </Field>
      </div>
      <MethodField
        customer={form.customer}
        value={form.method}
        onChange={(method) => change({ method })}
        error={errorOf("payment_method", "method")}
      />
      <Field label="Trial days" hint={trialHint(plan)} error={errorOf("trial_days", "trialDays")}>
        <Input
          type="number"
          min={0}
          max={730}
          placeholder={String(plan?.trialDays ?? 0)}
          value={form.trialDays}
          onValueChange={(trialDays) => change({ trialDays })}
        />
      </Field>
      <Field
        label="If it cannot be collected"
        hint="After attempts on days 1, 3, 5 and 7. A hard decline is not retried."
      >
        <Select
          choices={FINAL_ACTION_CHOICES}
          value={form.finalAction}
          onChange={(finalAction: FinalAction) => change({ finalAction })}
        />
      </Field>
      {plan && <ChargeNote form={form} plan={plan} />}
    </>
  );
}

function trialHint(plan: PlanListItemView | undefined): string {
  if (!plan) return "Nothing is charged before the trial ends.";
  return plan.trialDays > 0
    ? `The plan has ${plan.trialDays}. Nothing is charged before the trial ends.`
    : "The plan has none. Nothing is charged before the trial ends.";
}

/** The charge that submitting the form makes. */
function ChargeNote({ form, plan }: { form: Form; plan: PlanListItemView }) {
  const days = form.trialDays === "" ? plan.trialDays : typedInteger(form.trialDays);
  const units = BigInt(typedInteger(form.quantity) || 0);
  const amount = moneyText(BigInt(plan.amount) * units, plan.currency);
  return (
    <p className="text-13 text-ink-muted">
      {days > 0
        ? `Nothing is charged now; ${amount} after ${days} days.`
        : `${amount} is charged now.`}
    </p>
  );
}
