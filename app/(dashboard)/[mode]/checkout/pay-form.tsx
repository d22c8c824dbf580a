"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { PayButton } from "./pay-button.tsx";
import { appearanceNow, type CardFields, loadPaydesk, onThemeChange } from "./paydesk-script.ts";
import type { PaymentFormProps } from "./payment-methods.tsx";
import { useCharge } from "./use-charge.ts";

/** The shop's card form: our card fields and one button. */
export function PayForm({ order, publishableKey, mayPay }: PaymentFormProps) {
  const { busy, problem, setProblem, charge } = useCharge();
  const { place, card, ready } = useCard(publishableKey, setProblem);
  const attempts = useRef(new Map<string, string>());
  const begin = async () => {
    if (!card.current) return null;
    const { paymentMethod, error } = await card.current.tokenise();
    if (error) {
      if (!error.field) setProblem(error.message);
      return null;
    }
    // One attempt per card, so that a retry after a lost answer does not charge twice.
    const { id } = paymentMethod;
    const attempt = attempts.current.get(id) ?? crypto.randomUUID();
    attempts.current.set(id, attempt);
    return { method: "card" as const, country: order.country, paymentMethod: id, attempt };
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) void charge(begin);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4" aria-label="Payment">
      {/* The iframe keeps 4 px for focus rings. */}
      <div className="-mx-1 min-h-39.5">
        <div ref={place} className={ready ? undefined : "h-0 overflow-hidden"} />
        {!ready && !problem && <FieldsLoading />}
      </div>
      <PayButton order={order} busy={busy} disabled={!ready} mayPay={mayPay} problem={problem} />
    </form>
  );
}

/** Our card fields in the current theme. */
function useCard(publishableKey: string, setProblem: (text: string | null) => void) {
  const place = useRef<HTMLDivElement>(null);
  const card = useRef<CardFields>(null);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let left = false;
    let stopTheme = () => {};
    const begin = async () => {
      const Paydesk = await loadPaydesk();
      if (left || !place.current) return;
      const made = Paydesk(publishableKey).card({ appearance: appearanceNow() });
      card.current = made;
      made.on("ready", () => setReady(true));
      made.on("change", () => setProblem(null));
      made.on("submit", () => place.current?.closest("form")?.requestSubmit());
      made.on("error", ({ error }) => setProblem(error?.message ?? null));
      made.mount(place.current);
      stopTheme = onThemeChange(() => made.update({ appearance: appearanceNow() }));
    };
    begin().catch((error: Error) => setProblem(error.message));
    return () => {
      left = true;
      stopTheme();
      card.current?.destroy();
      card.current = null;
      setReady(false);
    };
  }, [publishableKey, setProblem]);
  return { place, card, ready };
}

function FieldsLoading() {
  return (
    <div className="grid grid-cols-2 gap-4 p-1" aria-hidden>
      <Skeleton className="col-span-2 mt-6 h-10" />
      <Skeleton className="mt-6 h-10" />
      <Skeleton className="mt-6 h-10" />
    </div>
  );
}
