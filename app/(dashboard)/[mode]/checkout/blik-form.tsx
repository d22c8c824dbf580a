"use client";

import { useRef, useState } from "react";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { PayButton } from "./pay-button.tsx";
import { useCharge } from "./use-charge.ts";
import type { WayProps } from "./ways.tsx";

const DIGITS = 6;

/** A BLIK code: six digits from the payer's banking app, valid for two minutes and one payment. */
export function BlikForm({ order, method, mayPay }: WayProps) {
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
