"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { moneyText } from "#components/money/money.tsx";
import { minorText } from "#components/payouts/payout-wish.ts";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogClose } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, type TopUpView } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";

const CHOICES = ["EUR", "GBP", "AUD", "CAD", "NZD"].map((code) => ({ value: code, label: code }));

/** In the sandbox: money for payouts, out of nothing. Live money comes by bank transfer. */
export function TopUp() {
  const { mode, session } = useSession();
  const [open, setOpen] = useState(false);
  if (mode !== "test" || !session.may.includes("pay_out")) return null;
  return (
    <Dialog
      title="Top up the payout balance"
      description="Sandbox money, to try payouts with. It is not part of any settlement."
      trigger={<Button>Top up for payouts</Button>}
      open={open}
      onOpenChange={setOpen}
    >
      {open && <TopUpForm onDone={() => setOpen(false)} />}
    </Dialog>
  );
}

function TopUpForm({ onDone }: { onDone: () => void }) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const [attempt] = useState(() => crypto.randomUUID());
  const [text, setText] = useState("1000.00");
  const [currency, setCurrency] = useState("EUR");
  const amount = minorText(text, currency);
  const add = useMutation({
    mutationFn: () =>
      client.post<TopUpView>(`/${mode}/balance/top-up`, {
        amount,
        currency,
        attempt,
      }),
    onSuccess: async (made) => {
      onDone();
      toast.done(`The payout balance holds ${moneyText(made.balance, made.currency)}`);
      await queries.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[1]).startsWith(`/${mode}/`),
      });
    },
  });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (amount && !add.isPending && !add.isSuccess) add.mutate();
      }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-3">
        <Field
          label="Amount"
          error={amount ? undefined : "An amount of the currency, such as 1000.00."}
        >
          <Input
            inputMode="decimal"
            autoComplete="off"
            className="tabular-nums"
            value={text}
            onValueChange={setText}
          />
        </Field>
        <Field label="Currency">
          <Select choices={CHOICES} value={currency} onChange={setCurrency} />
        </Field>
      </div>
      {add.error && <Banner tone="negative">{add.error.message}</Banner>}
      <div className="flex justify-end gap-2">
        <DialogClose render={<Button disabled={add.isPending}>Close</Button>} />
        <Button type="submit" variant="primary" loading={add.isPending} disabled={!amount}>
          Top up
        </Button>
      </div>
    </form>
  );
}
