import type { RecordOf } from "#lib/kernel/record-rows.ts";
import type { CardFacts } from "#lib/rails/index.ts";
import type { PaymentMethod } from "./types.ts";

/** Columns of `payment_methods` for hand-written inserts. */
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
  ["network_token", "boolean"],
  ["customer_id", "text"],
  ["created_at", "timestamptz"],
] as const;

/** A payment method in these columns. */
export function paymentMethodRow(method: PaymentMethod): RecordOf<typeof PAYMENT_METHOD_COLUMNS> {
  const card: Partial<CardFacts> = method.card ?? {};
  return {
    account_id: method.accountId,
    id: method.id,
    mode: method.mode,
    type: method.type,
    rail_token: method.railToken,
    card_brand: card.brand,
    card_last4: card.last4,
    card_bin: card.bin,
    card_exp_month: card.expMonth,
    card_exp_year: card.expYear,
    card_issuer: card.issuer,
    card_country: card.country,
    card_funding: card.funding,
    card_fingerprint: card.fingerprint,
    network_token: method.networkToken,
    customer_id: method.customerId,
    created_at: method.createdAt,
  };
}
