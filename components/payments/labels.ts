import { countryWords } from "#lib/kernel/country-words.ts";
import {
  type Exemption,
  PAYMENT_METHODS,
  type PaymentMethodName,
  type Sca,
} from "#lib/kernel/vocabulary/payments.ts";
import { REFUND_REASONS, type RefundReason } from "#lib/kernel/vocabulary/refunds.ts";
import { choicesOf, labelOf } from "../filters/choices.ts";

const METHODS: Record<PaymentMethodName, string> = {
  card: "Card",
  apple_pay: "Apple Pay",
  google_pay: "Google Pay",
  ideal: "iDEAL",
  bancontact: "Bancontact",
  eps: "EPS",
  p24: "Przelewy24",
  blik: "BLIK",
  bacs_debit: "Bacs debit",
  sepa_debit: "SEPA debit",
  sepa_instant: "SEPA Instant",
  bank_payment: "Pay by bank",
};

export const METHOD_CHOICES = choicesOf([...PAYMENT_METHODS, "bank_payment"], METHODS);

const BRANDS: Record<string, string> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "Amex",
  discover: "Discover",
  diners: "Diners",
  jcb: "JCB",
  unionpay: "UnionPay",
  maestro: "Maestro",
  cartes_bancaires: "CB",
};

const REASONS: Record<RefundReason, string> = {
  requested_by_customer: "Requested by the customer",
  duplicate: "Paid twice",
  fraudulent: "Fraudulent",
};

export const REFUND_REASON_CHOICES = choicesOf(REFUND_REASONS, REASONS);

const SCA: Record<Sca, { word: string; hint: string }> = {
  frictionless: {
    word: "Frictionless",
    hint: "The issuer authenticated the payer without a challenge",
  },
  "3ds2": { word: "3-D Secure 2", hint: "The payer authenticated with their bank" },
  exempted: { word: "Exempted", hint: "The issuer accepted an exemption" },
  not_required: { word: "Not required", hint: "Authentication is not required for this payment" },
};

const EXEMPTIONS: Record<Exemption, string> = {
  low_value: "Low value",
  trusted_beneficiary: "Trusted beneficiary",
  transaction_risk_analysis: "Transaction risk analysis",
};

/** `sepa_return` → `Sepa return`: for codes without a label of their own. */
export function codeLabel(code: string): string {
  const label = code.replaceAll("_", " ");
  return label.charAt(0).toUpperCase() + label.slice(1);
}

export const methodName = (method: string) => labelOf(METHODS, method) ?? codeLabel(method);
export const brandName = (brand: string) => BRANDS[brand] ?? codeLabel(brand);
export const refundReasonLabel = (reason: string) => labelOf(REASONS, reason) ?? codeLabel(reason);
export const scaLabel = (sca: string) => labelOf(SCA, sca) ?? { word: codeLabel(sca), hint: "" };
export const exemptionLabel = (exemption: string) =>
  labelOf(EXEMPTIONS, exemption) ?? codeLabel(exemption);

export type InstrumentText = { method: string; brand: string | null; last4: string | null };

/** The payment instrument as text: `Visa •••• 4242`, `Apple Pay · Visa •••• 4242`, `SEPA debit`. */
export function instrumentText({ method, brand, last4 }: InstrumentText): string {
  if (!last4) return methodName(method);
  const card = `${brand ? `${brandName(brand)} ` : ""}•••• ${last4}`;
  return method === "card" ? card : `${methodName(method)} · ${card}`;
}

/** `DE` → `Germany`; unknown codes stay unchanged. */
export const countryName = countryWords;

/** `4, 2031` → `04/31` */
export function expiryText(month: number, year: number): string {
  return `${String(month).padStart(2, "0")}/${String(year % 100).padStart(2, "0")}`;
}
