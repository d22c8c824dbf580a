"use client";

import { useRef, useState } from "react";
import { methodName } from "#components/payments/labels.ts";
import { Segmented } from "#components/ui/segmented.tsx";
import { PayButton } from "./pay-button.tsx";
import { type Instrument, tokenise } from "./tokenise.ts";
import { useCharge } from "./use-charge.ts";
import type { WayProps } from "./ways.tsx";

const ANSWERS = [
  { value: "test_ok", label: "Confirms" },
  { value: "test_declined", label: "Declines" },
];

/** Test mode has no phone to confirm with, so the tester chooses its answer. */
export function WalletForm({ order, publishableKey, method, mayPay }: WayProps) {
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
