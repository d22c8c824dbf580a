import type { CardFacts } from "#lib/rails/index.ts";
import type { PaymentMethod } from "./types.ts";

/** Columns of `payment_methods` in the order of `paymentMethodValues`, for hand-written inserts. */
export const PAYMENT_METHOD_COLUMNS = [
  ["account_id", "text"],
  ["id", "text"],
  ["mode", "text"],
  ["type", "text"],
  ["rail_token", "text"],
  ["card_brand", "text"],
  ["card_last4", "text"],
  ["card_bin", "text"],
  ["card_exp_month", "smallint"],
  ["card_exp_year", "smallint"],
  ["card_issuer", "text"],
  ["card_country", "text"],
  ["card_funding", "text"],
  ["card_fingerprint", "text"],
  ["customer_id", "text"],
  ["created_at", "timestamptz"],
] as const;

/** What goes into those columns. */
export function paymentMethodValues(method: PaymentMethod): unknown[] {
  const card: Partial<CardFacts> = method.card ?? {};
  return [
    method.accountId,
    method.id,
    method.mode,
    method.type,
    method.railToken,
    card.brand ?? null,
    card.last4 ?? null,
    card.bin ?? null,
    card.expMonth ?? null,
    card.expYear ?? null,
    card.issuer ?? null,
    card.country ?? null,
    card.funding ?? null,
    card.fingerprint ?? null,
    method.customerId,
    method.createdAt,
  ];
}
