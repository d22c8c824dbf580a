"use client";

import { LockKeyhole } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { moneyText } from "#components/money/money.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { type CheckoutPaymentView, client } from "#lib/dashboard/client.ts";
import { appearanceNow, type CardFields, loadPaydesk, onThemeChange } from "./paydesk-script.ts";
import { waiting } from "./waiting.ts";

type Props = { publishableKey: string; total: string; currency: string; mayPay: boolean };

/** The shop's form: our card fields and one button. */
export function PayForm({ publishableKey, total, currency, mayPay }: Props) {
  const { place, card, ready, problem, setProblem } = useCard(publishableKey);
  const { busy, pay } = usePay(card, setProblem);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && ready) void pay();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4" aria-label="Payment">
      {/* The frame keeps 4 px for its focus rings. */}
      <div className="-mx-1 min-h-38">
        <div ref={place} className={ready ? undefined : "h-0 overflow-hidden"} />
        {!ready && !problem && <FieldsLoading />}
      </div>
      <div aria-live="assertive">{problem && <Banner tone="negative">{problem}</Banner>}</div>
      <Button
        type="submit"
        variant="primary"
        size="large"
        loading={busy}
        disabled={!ready || !mayPay}
        icon={<LockKeyhole className="size-4" aria-hidden />}
        className="w-full"
      >
        Pay {moneyText(total, currency)}
      </Button>
      <p className="text-center text-12 text-ink-faint">
        {mayPay
          ? "Test mode: no card is charged and no money moves."
          : "Your role may look, but not pay. Ask an owner of the account."}
      </p>
    </form>
  );
}

/** Our card fields in this page, in the theme that is worn. */
function useCard(publishableKey: string) {
  const place = useRef<HTMLDivElement>(null);
  const card = useRef<CardFields>(null);
  const [ready, setReady] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
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
  }, [publishableKey]);
  return { place, card, ready, problem, setProblem };
}

/** Token, charge, and on: to the bank where it wants to see the payer, else to the result. */
function usePay(card: { current: CardFields | null }, setProblem: (text: string | null) => void) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const attempts = useRef(new Map<string, string>());
  useEffect(() => {
    // Coming back from the bank by the browser's own button may show this very page again.
    const wake = () => setBusy(false);
    window.addEventListener("pageshow", wake);
    return () => window.removeEventListener("pageshow", wake);
  }, []);
  const pay = async () => {
    if (!card.current) return;
    setBusy(true);
    setProblem(null);
    try {
      const { paymentMethod, error } = await card.current.tokenise();
      if (error) {
        if (!error.field) setProblem(error.message);
        return setBusy(false);
      }
      // One attempt per card: a lost answer is found again, and nothing is charged twice.
      const attempt = attempts.current.get(paymentMethod.id) ?? crypto.randomUUID();
      attempts.current.set(paymentMethod.id, attempt);
      const payment = await client.post<CheckoutPaymentView>("/test/checkout/payments", {
        paymentMethod: paymentMethod.id,
        attempt,
      });
      waiting.remember(payment.redirectUrl ? payment.id : null);
      if (payment.redirectUrl) window.location.assign(payment.redirectUrl);
      else router.push(`/test/checkout/result?payment=${payment.id}`);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "That did not work. Try again.");
      setBusy(false);
    }
  };
  return { busy, pay };
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
