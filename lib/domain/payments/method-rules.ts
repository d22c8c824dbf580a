import type { PaymentMethodName } from "./types.ts";

/** Currencies a method settles in (decisions §3); a method without a row takes every currency. */
const CURRENCIES: Partial<Record<PaymentMethodName, readonly string[]>> = {
  blik: ["PLN"],
  p24: ["PLN", "EUR"],
  bacs_debit: ["GBP"],
  ideal: ["EUR"],
  bancontact: ["EUR"],
  eps: ["EUR"],
  sepa_debit: ["EUR"],
  sepa_instant: ["EUR"],
};

/** Methods whose rail there is. */
const SERVED: ReadonlySet<PaymentMethodName> = new Set(["card", "apple_pay", "google_pay"]);

/** The currencies a method is limited to, or null when it takes all. */
export function currenciesOf(method: PaymentMethodName): readonly string[] | null {
  return CURRENCIES[method] ?? null;
}

export function isServed(method: PaymentMethodName): boolean {
  return SERVED.has(method);
}
