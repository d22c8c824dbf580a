"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { moneyText } from "#components/money/money.tsx";
import { minorText } from "#components/payouts/payout-params.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, readsUnder } from "#lib/dashboard/client.ts";
import { PAYOUT_CURRENCIES } from "#lib/kernel/vocabulary/payouts.ts";
import { useSession } from "../../session.tsx";
import { useAttempt } from "../shared/use-attempt.ts";

const CHOICES = PAYOUT_CURRENCIES.map((code) => ({ value: code, label: code }));

const fresh = () => ({ text: "1000.00", currency: "EUR" });

/** In the sandbox: adds test money to the payout balance. Live money comes by bank transfer. */
export function TopUp() {
  const { mode } = useSession();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const [form, setForm] = useState(fresh);
  const once = useAttempt();
  const { text, currency } = form;
  const amount = minorText(text, currency);
  const add = useMutation({
    mutationFn: () =>
      once([amount, currency], (attempt) =>
        client.post("/:mode/balance/top-up", { mode }, { amount: amount ?? "", currency, attempt }),
      ),
    onSuccess: async (made) => {
      setOpen(false);
      toast.done(`The payout balance is now ${moneyText(made.balance, made.currency)}`);
      await queries.invalidateQueries(readsUnder(`/${mode}/`));
    },
  });
  return (
    <FormDialog
      title="Top up the payout balance"
      description="Test money, to try payouts with. It is not part of any settlement."
      trigger={<Button>Top up for payouts</Button>}
      open={open}
      onOpenChange={setOpen}
      verb="Top up"
      ready={amount !== null}
      submit={add}
      onOpen={() => setForm(fresh())}
      layout="grid grid-cols-[minmax(0,1fr)_7rem] gap-3"
    >
      {(errorOf) => (
        <>
          <Field
            label="Amount"
            error={amount ? errorOf("amount") : "Enter an amount of the currency, such as 1000.00."}
          >
            <Input
              inputMode="decimal"
              autoComplete="off"
              className="tabular-nums"
              value={text}
              onValueChange={(next) => setForm({ ...form, text: next })}
            />
          </Field>
          <Field label="Currency" error={errorOf("currency")}>
            <Select
              choices={CHOICES}
              value={currency}
              onChange={(next) => setForm({ ...form, currency: next })}
            />
          </Field>
        </>
      )}
    </FormDialog>
  );
}
