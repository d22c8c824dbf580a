import type { PaymentMethodName } from "#lib/kernel/vocabulary/payments.ts";

/** A bank account, or the answer of a wallet on the payer's phone. */
export type Instrument =
  | { type: "sepa_debit"; sepa_debit: { iban: string } }
  | { type: "bacs_debit"; bacs_debit: { sort_code: string; account_number: string } }
  | { type: "apple_pay"; apple_pay: { token: string } }
  | { type: "google_pay"; google_pay: { token: string } };

/** The API's error as a message to the payer, and the field at fault. */
export class Refused extends Error {
  readonly field: string | null;
  constructor(message: string, field: string | null) {
    super(message);
    this.field = field;
  }
}

/** Exchanges payment data for a token with the publishable key, as a shop's page may. Throws `Refused`. */
export async function tokenise(publishableKey: string, instrument: Instrument): Promise<string> {
  const response = await fetch("/v1/payment_methods", {
    method: "POST",
    headers: { authorization: `Bearer ${publishableKey}`, "content-type": "application/json" },
    body: JSON.stringify(instrument),
  });
  const body = await response.json();
  if (response.ok) return body.id;
  const field = /\[(\w+)\]$/.exec(body.error?.param ?? "")?.[1] ?? null;
  throw new Refused(body.error?.message ?? "The request failed. Try again.", field);
}

export type Offered = { method: PaymentMethodName; currencies: string[] | null };

/** Payment methods for a country. The publishable key may ask from any page. */
export async function offeredMethods(
  key: string,
  country: string,
  signal: AbortSignal,
): Promise<Offered[]> {
  const response = await fetch(`/v1/payment_methods/available?country=${country}`, {
    headers: { authorization: `Bearer ${key}` },
    signal,
  });
  if (!response.ok) throw new Error("The payment methods could not be loaded. Reload the page.");
  return ((await response.json()) as { methods: Offered[] }).methods;
}
