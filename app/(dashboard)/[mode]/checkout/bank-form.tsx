"use client";

import { useRef } from "react";
import { methodName } from "#components/payments/labels.ts";
import { PayButton } from "./pay-button.tsx";
import { useCharge } from "./use-charge.ts";
import type { WayProps } from "./ways.tsx";

/** The page asks for nothing: the payer is redirected to their bank. */
export function BankForm({ order, method, mayPay }: WayProps) {
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
