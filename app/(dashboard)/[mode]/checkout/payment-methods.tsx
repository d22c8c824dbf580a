"use client";

import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { methodName } from "#components/payments/labels.ts";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { RadioGroup } from "#components/ui/radio-group.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { CheckoutView } from "#lib/dashboard/views/checkout.ts";
import type { PaymentMethodName } from "#lib/kernel/vocabulary/payments.ts";
import { DebitForm } from "./debit-form.tsx";
import { PayButton } from "./pay-button.tsx";
import { PayForm } from "./pay-form.tsx";
import { type Instrument, type Offered, offeredMethods, tokenise } from "./tokenise.ts";
import { useCharge } from "./use-charge.ts";

/** Props that every payment form needs. */
export type PaymentFormProps = {
  order: CheckoutView;
  publishableKey: string;
  shop: string;
  method: PaymentMethodName;
  mayPay: boolean;
};

type Props = PaymentFormProps & { onMethod: (method: PaymentMethodName) => void };

const ONLY_CARDS: readonly Offered[] = [{ method: "card", currencies: null }];

/** The payment methods of the payer's country, and the form of the chosen one. */
export function PaymentMethods({ onMethod, ...way }: Props) {
  const { order, publishableKey, method } = way;
  const query = useQuery({
    queryKey: ["available", publishableKey, order.country],
    queryFn: ({ signal }) => offeredMethods(publishableKey, order.country, signal),
  });
  const offered = (query.data ?? ONLY_CARDS)
    .filter(({ currencies }) => !currencies || currencies.includes(order.currency))
    .map(({ method }) => method);
  const methods: readonly PaymentMethodName[] = order.takesBankPayments
    ? [...offered, "bank_payment"]
    : offered;
  return (
    <div className="flex flex-col gap-5">
      {query.isPending ? (
        // The height of six methods, which most countries have, so that the form below stays in its place.
        <Skeleton className="h-61.75" />
      ) : (
        <RadioGroup
          label="How to pay"
          choices={methods.map((value) => ({ value, label: methodName(value) }))}
          value={method}
          onChange={onMethod}
        />
      )}
      <PaymentForm key={method} {...way} />
    </div>
  );
}

function PaymentForm(way: PaymentFormProps) {
  switch (way.method) {
    case "card":
      return <PayForm {...way} />;
    case "blik":
      return <BlikForm {...way} />;
    case "sepa_debit":
    case "bacs_debit":
      return <DebitForm {...way} />;
    case "apple_pay":
    case "google_pay":
      return <WalletForm {...way} />;
    default:
      return <BankForm {...way} />;
  }
}

/** The page asks for nothing: the payer is redirected to their bank. */
function BankForm({ order, method, mayPay }: PaymentFormProps) {
  const { busy, problem, charge } = useCharge();
  const attempt = useRef<string>(null);
  const name = methodName(method);
  return (
    <form
      aria-label={method === "bank_payment" ? name : `Pay with ${name}`}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        attempt.current ??= crypto.randomUUID();
        const params = { method, country: order.country, attempt: attempt.current };
        void charge(async () => params);
      }}
    >
      <p className="text-13 text-ink-muted">
        {method === "bank_payment"
          ? "You choose your bank on the next page, and approve the payment in its app."
          : `You go to ${name}, approve the payment there, and come back here.`}
      </p>
      <PayButton order={order} busy={busy} disabled={false} mayPay={mayPay} problem={problem}>
        {method === "bank_payment" ? "Choose your bank" : `Continue to ${name}`}
      </PayButton>
    </form>
  );
}

const DIGITS = 6;

/** A BLIK code: six digits from the payer's banking app, valid for two minutes and one payment. */
function BlikForm({ order, method, mayPay }: PaymentFormProps) {
  const { busy, problem, charge } = useCharge();
  const [code, setCode] = useState("");
  const attempts = useRef(new Map<string, string>());
  const attemptOf = (typed: string) => {
    const attempt = attempts.current.get(typed) ?? crypto.randomUUID();
    attempts.current.set(typed, attempt);
    return attempt;
  };
  return (
    <form
      aria-label="Pay with BLIK"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const { country } = order;
        void charge(async () => ({ method, country, blikCode: code, attempt: attemptOf(code) }));
      }}
    >
      <Field label="BLIK code" hint="Six digits, from your banking app.">
        <Input
          mono
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="777 123"
          value={code.replace(/^(\d{3})(?=\d)/, "$1 ")}
          onValueChange={(typed) => setCode(typed.replaceAll(/\D/g, "").slice(0, DIGITS))}
        />
      </Field>
      <PayButton
        order={order}
        busy={busy}
        disabled={code.length < DIGITS}
        mayPay={mayPay}
        problem={problem}
      />
    </form>
  );
}

const ANSWERS = [
  { value: "test_ok", label: "Confirms" },
  { value: "test_declined", label: "Declines" },
];

/** Test mode has no phone to confirm with, so the tester chooses its answer. */
function WalletForm({ order, publishableKey, method, mayPay }: PaymentFormProps) {
  const { busy, problem, charge } = useCharge();
  const [token, setToken] = useState("test_ok");
  const made = useRef<{ of: string; paymentMethod: string; attempt: string } | null>(null);
  const begin = async () => {
    if (made.current?.of !== token) {
      const instrument = { type: method, [method]: { token } } as unknown as Instrument;
      const paymentMethod = await tokenise(publishableKey, instrument);
      made.current = { of: token, paymentMethod, attempt: crypto.randomUUID() };
    }
    const { paymentMethod, attempt } = made.current;
    return { method, country: order.country, paymentMethod, attempt };
  };
  return (
    <form
      aria-label={`Pay with ${methodName(method)}`}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void charge(begin);
      }}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-13 text-ink-muted">The payer's phone, in test mode</p>
        <Segmented
          label="Answer of the phone"
          choices={ANSWERS}
          value={token}
          onChange={setToken}
        />
      </div>
      <PayButton order={order} busy={busy} disabled={false} mayPay={mayPay} problem={problem}>
        Pay with {methodName(method)}
      </PayButton>
    </form>
  );
}
