import type { ApiKey } from "#lib/domain/keys/index.ts";
import type { Payment } from "#lib/domain/payments/index.ts";
import { iso } from "./shared.ts";

/** What the demo shop sells. The price is the server's: no browser is asked for it. In minor units of most
 *  currencies; see `TIMES`. */
const LINES = [
  { name: "Linen apron", note: "Charcoal, one size", quantity: 1, amountMinor: 5_900n },
  { name: "Tea towel", note: "Set of two, undyed", quantity: 1, amountMinor: 2_400n },
  { name: "Beeswax wrap", note: "Medium", quantity: 2, amountMinor: 1_780n },
] as const;

const TIMES: Readonly<Record<string, bigint>> = { PLN: 4n };

/** What the demo order costs in a currency. */
export function orderTotalMinor(currency: string): bigint {
  return LINES.reduce((sum, { amountMinor }) => sum + amountMinor, 0n) * (TIMES[currency] ?? 1n);
}

/** Where the demo's payers may be, besides where the merchant is. */
const PAYERS = ["AT", "BE", "DE", "FR", "GB", "NL", "PL"];

export type Payer = { country: string; currency: string };

/** The checkout of the demo shop: its order in the payer's currency, and the account's own publishable
 *  key. */
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
    /** Public by design: it stands in the page of every shop that takes cards. */
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

/** What came of a payment, as a shop's result page needs it. */
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
