"use client";

import { useRef, useState } from "react";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { PayButton } from "./pay-button.tsx";
import type { PaymentFormProps } from "./payment-methods.tsx";
import { type Instrument, Refused, tokenise } from "./tokenise.ts";
import { useCharge } from "./use-charge.ts";

/** The payer's account, and the mandate that they accept by paying. */
export function DebitForm({ order, publishableKey, shop, method, mayPay }: PaymentFormProps) {
  const { busy, problem, charge } = useCharge();
  const [fault, setFault] = useState<Refused | null>(null);
  const [account, setAccount] = useState({ iban: "", sortCode: "", accountNumber: "" });
  // The same account keeps its token and attempt, so that pressing again does not pay twice.
  const made = useRef<{ of: string; paymentMethod: string; attempt: string } | null>(null);
  const isBacs = method === "bacs_debit";
  const set = (change: Partial<typeof account>) => {
    setAccount({ ...account, ...change });
    setFault(null);
  };
  const begin = async () => {
    const instrument = instrumentOf(isBacs, account);
    const of = JSON.stringify(instrument);
    try {
      if (made.current?.of !== of) {
        const paymentMethod = await tokenise(publishableKey, instrument);
        made.current = { of, paymentMethod, attempt: crypto.randomUUID() };
      }
    } catch (error) {
      if (!(error instanceof Refused) || !error.field) throw error;
      setFault(error);
      return null;
    }
    const { paymentMethod, attempt } = made.current;
    return { method, country: order.country, paymentMethod, attempt };
  };
  const errorAt = (field: string) => (fault?.field === field ? fault.message : undefined);
  return (
    <form
      aria-label={isBacs ? "Pay by Bacs debit" : "Pay by SEPA debit"}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void charge(begin);
      }}
    >
      {isBacs ? (
        <div className="grid grid-cols-2 gap-4">
          <Field label="Sort code" error={errorAt("sort_code")}>
            <Input
              mono
              inputMode="numeric"
              placeholder="10-88-00"
              value={account.sortCode}
              onValueChange={(sortCode) => set({ sortCode })}
            />
          </Field>
          <Field label="Account number" error={errorAt("account_number")}>
            <Input
              mono
              inputMode="numeric"
              placeholder="00012345"
              value={account.accountNumber}
              onValueChange={(accountNumber) => set({ accountNumber })}
            />
          </Field>
        </div>
      ) : (
        <Field label="IBAN" error={errorAt("iban")}>
          <Input
            mono
            autoComplete="off"
            placeholder="DE89 3704 0044 0532 0130 00"
            value={account.iban}
            onValueChange={(iban) => set({ iban: iban.toUpperCase() })}
          />
        </Field>
      )}
      <p className="text-12 text-ink-muted">{isBacs ? bacsMandate(shop) : sepaMandate(shop)}</p>
      <PayButton
        order={order}
        busy={busy}
        disabled={isBacs ? !account.sortCode || !account.accountNumber : !account.iban}
        mayPay={mayPay}
        problem={problem}
      />
    </form>
  );
}

type Account = { iban: string; sortCode: string; accountNumber: string };

function instrumentOf(isBacs: boolean, { iban, sortCode, accountNumber }: Account): Instrument {
  if (!isBacs) return { type: "sepa_debit", sepa_debit: { iban } };
  const bacs_debit = { sort_code: sortCode, account_number: accountNumber };
  return { type: "bacs_debit", bacs_debit };
}

/** The mandate text that the SEPA Direct Debit Core rulebook requires. */
const sepaMandate = (shop: string) =>
  `By paying you allow ${shop} to instruct your bank to debit your account, and your bank to do so. You can ask your bank for a refund within eight weeks of the debit, under the terms of your agreement with it.`;

const bacsMandate = (shop: string) =>
  `By paying you instruct your bank to pay Direct Debits to ${shop} from your account, under the safeguards of the Direct Debit Guarantee: you are informed of each debit before it is made, and your bank refunds one made in error immediately and in full.`;
