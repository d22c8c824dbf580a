export const PAYMENT_METHOD_STATUSES = ["active", "detached", "expired"] as const;
export type PaymentMethodStatus = (typeof PAYMENT_METHOD_STATUSES)[number];

/** Types that can be tokenised and stored. */
export const PAYMENT_METHOD_TYPES = [
  "card",
  "apple_pay",
  "google_pay",
  "sepa_debit",
  "bacs_debit",
] as const;

export const WALLETS = ["apple_pay", "google_pay"] as const;
export type Wallet = (typeof WALLETS)[number];

export const CARD_FUNDINGS = ["credit", "debit", "prepaid"] as const;
export type CardFunding = (typeof CARD_FUNDINGS)[number];
