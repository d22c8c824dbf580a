import type { ApiKey } from "#lib/domain/keys/index.ts";
import type { Payment } from "#lib/domain/payments/index.ts";
import { iso } from "./shared.ts";

/** What the demo shop sells. The price is the server's: no browser is asked for it. */
const LINES = [
  { name: "Linen apron", note: "Charcoal, one size", quantity: 1, amountMinor: 5_900n },
  { name: "Tea towel", note: "Set of two, undyed", quantity: 1, amountMinor: 2_400n },
  { name: "Beeswax wrap", note: "Medium", quantity: 2, amountMinor: 1_780n },
] as const;

export const ORDER_TOTAL_MINOR = LINES.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);

/** The checkout of the demo shop: its order, and the account's own publishable key. */
export function checkoutView(currency: string, key: ApiKey | null) {
  return {
    /** Public by design: it stands in the page of every shop that takes cards. */
    key: key?.publishableValue ? { name: key.name, value: key.publishableValue } : null,
    currency,
    lines: LINES.map(({ amountMinor, ...line }) => ({ ...line, amount: String(amountMinor) })),
    total: String(ORDER_TOTAL_MINOR),
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
