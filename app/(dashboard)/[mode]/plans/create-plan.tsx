"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { choicesOf } from "#components/filters/choices.ts";
import { typedInteger } from "#components/format/typed-integer.ts";
import { plainAmount } from "#components/money/typed-amount.ts";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, RequestFailed, readsOf } from "#lib/dashboard/client.ts";
import { PLAN_INTERVALS, type PlanInterval } from "#lib/kernel/vocabulary/billing.ts";
import { useSession } from "../../session.tsx";
import { useAttempt } from "../shared/use-attempt.ts";

const CURRENCIES = ["EUR", "GBP", "AUD", "CAD", "NZD", "PLN"].map((value) => ({
  value,
  label: value,
}));
const INTERVALS = choicesOf(PLAN_INTERVALS, {
  day: "days",
  week: "weeks",
  month: "months",
  year: "years",
});

const fresh = () => ({
  name: "",
  amount: "",
  currency: "EUR",
  intervalCount: "1",
  interval: "month" as PlanInterval,
  trialDays: "0",
});

type Form = ReturnType<typeof fresh>;

type PlanFieldsProps = {
  form: Form;
  change: (changes: Partial<Form>) => void;
  errorOf: (field: string) => string | undefined;
};

/** Form for name, price and interval. It says that they cannot be changed later. */
export function CreatePlan({ trigger }: { trigger: ReactElement<Record<string, unknown>> }) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const once = useAttempt();
  const [form, setForm] = useState(fresh);
  const change = (changes: Partial<Form>) => setForm({ ...form, ...changes });
  const create = useMutation({
    mutationFn: async () => {
      const { plain, fault } = plainAmount(form.amount, form.currency);
      if (plain === null) {
        throw new RequestFailed(400, null, { message: fault, param: "amount" });
      }
      const plan = {
        ...form,
        amount: plain,
        intervalCount: typedInteger(form.intervalCount),
        trialDays: typedInteger(form.trialDays),
      };
      return await once(plan, (attempt) =>
        client.post("/:mode/plans", { mode }, { ...plan, attempt }),
      );
    },
    onSuccess: (plan) => {
      setOpen(false);
      toast.done(`${plan.name} was created`);
      void queries.invalidateQueries(readsOf("/:mode/plans", { mode }));
    },
  });
  return (
    <FormDialog
      title="Create a plan"
      description="Price and interval cannot be changed later, because subscribers agree to them."
      trigger={trigger}
      open={open}
      onOpenChange={setOpen}
      verb="Create plan"
      submit={create}
      onOpen={() => setForm(fresh())}
    >
      {(errorOf) => <PlanFields form={form} change={change} errorOf={errorOf} />}
    </FormDialog>
  );
}

function PlanFields({ form, change, errorOf }: PlanFieldsProps) {
  return (
    <>
      <Field label="Name" hint="Shown to customers on their invoices." error={errorOf("name")}>
        <Input
          required
          maxLength={200}
          autoComplete="off"
          value={form.name}
          onValueChange={(name) => change({ name })}
        />
      </Field>
      <div className="grid grid-cols-[1fr_7rem] gap-3">
        <Field label="Price per unit" error={errorOf("amount")}>
          <Input
            required
            inputMode="decimal"
            placeholder="19.00"
            autoComplete="off"
            value={form.amount}
            onValueChange={(amount) => change({ amount })}
          />
        </Field>
        <Field label="Currency" error={errorOf("currency")}>
          <Select
            choices={CURRENCIES}
            value={form.currency}
            onChange={(currency) => change({ currency })}
          />
        </Field>
      </div>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Billed every" error={errorOf("intervalCount")}>
          <Input
            required
            type="number"
            min={1}
            max={36}
            value={form.intervalCount}
            onValueChange={(intervalCount) => change({ intervalCount })}
          />
        </Field>
        <Field label="Interval">
          <Select
            choices={INTERVALS}
            value={form.interval as (typeof INTERVALS)[number]["value"]}
            onChange={(interval) => change({ interval })}
          />
        </Field>
      </div>
      <Field
        label="Trial days"
        hint="Nothing is charged before the trial ends."
        error={errorOf("trialDays")}
      >
        <Input
          required
          type="number"
          min={0}
          max={730}
          value={form.trialDays}
          onValueChange={(trialDays) => change({ trialDays })}
        />
      </Field>
    </>
  );
}
