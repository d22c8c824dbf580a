import type { ApiKey } from "#lib/domain/keys/index.ts";
import type { Payment } from "#lib/domain/payments/index.ts";
import { iso } from "./shared.ts";

/** The demo order. The server sets the price. Amounts are in minor units; `TIMES` scales them for some currencies. */
const LINES = [
  { name: "Linen apron", note: "Charcoal, one size", quantity: 1, amountMinor: 5_900n },
  { name: "Tea towel", note: "Set of two, undyed", quantity: 1, amountMinor: 2_400n },
  { name: "Beeswax wrap", note: "Medium", quantity: 2, amountMinor: 1_780n },
] as const;

const TIMES: Readonly<Record<string, bigint>> = { PLN: 4n };

/** The total of the demo order in a currency. */
export function orderTotalMinor(currency: string): bigint {
  return LINES.reduce((sum, { amountMinor }) => sum + amountMinor, 0n) * (TIMES[currency] ?? 1n);
}

/** Countries of demo payers, in addition to the merchant's. */
const PAYERS = ["AT", "BE", "DE", "FR", "GB", "NL", "PL"];

export type Payer = { country: string; currency: string };

/** The demo checkout: the order in the payer's currency and the account's publishable key. */
export function checkoutView({
  payer,
  merchantCountry,
  takesBankPayments,
  key,
}: {
  payer: Payer;
  merchantCountry: string;
  takesBankPayments: boolean;
  key: ApiKey | null;
}) {
  const { country, currency } = payer;
  return {
    /** Public by design: every page with hosted fields contains it. */
    key: key?.publishableValue ? { name: key.name, value: key.publishableValue } : null,
    country,
    countries: [...new Set([...PAYERS, merchantCountry, country])].sort(),
    currency,
    takesBankPayments,
    lines: LINES.map(({ amountMinor, ...line }) => ({
      ...line,
      amount: String(amountMinor * (TIMES[currency] ?? 1n)),
    })),
    total: String(orderTotalMinor(currency)),
  };
}

export type CheckoutView = ReturnType<typeof checkoutView>;

/** The result of a payment for a shop's result page. */
export function checkoutPaymentView(payment: Payment) {
  return {
    id: payment.id,
    status: payment.status,
    amount: String(payment.amountMinor),
    currency: payment.currency,
    redirectUrl: payment.redirectUrl,
    declineCode: payment.decline?.declineCode ?? null,
    instrument: {
      method: payment.method,
      brand: payment.card?.brand ?? null,
      last4: payment.card?.last4 ?? null,
    },
    sca: payment.sca,
    expiresAt: iso(payment.expiresAt),
  };
}

export type CheckoutPaymentView = ReturnType<typeof checkoutPaymentView>;
