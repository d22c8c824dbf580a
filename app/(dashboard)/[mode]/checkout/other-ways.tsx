"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { countryName, methodName } from "#components/payments/words.ts";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { Select } from "#components/ui/select.tsx";
import { type CheckoutPaymentView, client } from "#lib/dashboard/client.ts";
import { waiting } from "./waiting.ts";

type Props = { publishableKey: string; currency: string; mayPay: boolean };
type Offered = { method: string; currencies: string[] | null };

const COUNTRIES = ["AT", "BE", "DE", "NL", "PL"].map((value) => ({
  value,
  label: countryName(value),
}));
/** Methods that need nothing in the page: the payer is sent to their bank. */
const REDIRECTS: ReadonlySet<string> = new Set([
  "ideal",
  "bancontact",
  "eps",
  "p24",
  "sepa_instant",
]);

/** What else a payer of a country is offered, asked for as a shop's page does. */
export function OtherWays({ publishableKey, currency, mayPay }: Props) {
  const [country, setCountry] = useState("NL");
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const query = useQuery({
    queryKey: ["available", publishableKey, country],
    queryFn: ({ signal }) => offered(publishableKey, country, signal),
  });
  const methods = (query.data ?? []).filter(
    ({ method, currencies }) =>
      REDIRECTS.has(method) && (currencies === null || currencies.includes(currency)),
  );
  const pay = async (method: string) => {
    setBusy(method);
    setProblem(null);
    try {
      const attempt = crypto.randomUUID();
      const wish = { method, attempt };
      const payment = await client.post<CheckoutPaymentView>("/test/checkout/payments", wish);
      waiting.remember(payment.id);
      if (payment.redirectUrl) window.location.assign(payment.redirectUrl);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "That did not work. Try again.");
      setBusy(null);
    }
  };
  return (
    <section aria-label="Other ways to pay" className="mt-6 border-t border-line pt-5">
      <div className="mb-3 flex items-center justify-between gap-4">
        <h3 className="text-14 font-semibold">Or from your bank in</h3>
        <Select
          label="Country of your bank"
          choices={COUNTRIES}
          value={country}
          onChange={setCountry}
          className="w-40"
        />
      </div>
      {problem && <Banner tone="negative">{problem}</Banner>}
      <div className="flex flex-col gap-2">
        {methods.map(({ method }) => (
          <Button
            key={method}
            size="large"
            className="w-full"
            loading={busy === method}
            disabled={!mayPay || (busy !== null && busy !== method)}
            onClick={() => void pay(method)}
          >
            {methodName(method)}
          </Button>
        ))}
        {query.data && methods.length === 0 && (
          <p className="text-13 text-ink-muted">Nothing else takes {currency} there.</p>
        )}
      </div>
    </section>
  );
}

/** Public by design: the publishable key may ask it from any page. */
async function offered(key: string, country: string, signal: AbortSignal): Promise<Offered[]> {
  const response = await fetch(`/v1/payment_methods/available?country=${country}`, {
    headers: { Authorization: `Bearer ${key}` },
    signal,
  });
  if (!response.ok) throw new Error("The methods could not be read.");
  return ((await response.json()) as { methods: Offered[] }).methods;
}
