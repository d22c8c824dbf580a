import { ENTRY_TYPES, type EntryType } from "#lib/kernel/vocabulary/balance.ts";
import { choicesOf, labelOf } from "../filters/choices.ts";
import { decimalText } from "../format/locale.ts";
import { codeLabel } from "../payments/labels.ts";
import { valueLabel } from "../reports/dimension-labels.ts";

const TYPES: Record<EntryType, string> = {
  charge: "Payment",
  refund: "Refund",
  refund_failure: "Failed refund",
  dispute: "Chargeback",
  dispute_reversal: "Chargeback won",
  payment_failure: "Payment reversed by the bank",
  settlement_failure: "Returned settlement",
  adjustment: "Adjustment",
};

export const TYPE_CHOICES = choicesOf(ENTRY_TYPES, TYPES);
export const typeLabel = (type: string) => labelOf(TYPES, type) ?? codeLabel(type);

type Pricing = {
  region: string;
  cardProduct: string;
  consumerOrCommercial: string;
};

/** `Domestic, classic consumer card`: what the rate of the interchange goes by. */
export function pricingLabel({ region, cardProduct, consumerOrCommercial }: Pricing): string {
  const kind =
    cardProduct === "business" ? "business card" : `${cardProduct} ${consumerOrCommercial} card`;
  return `${valueLabel("region", region, "")}, ${kind}`;
}

/** A rate in basis points as per cent: `0.20 %`, `1.15 %`. */
export const rateText = (bp: number) => `${decimalText((bp / 100).toFixed(2))} %`;

const FAILURES: Record<string, string> = {
  account_closed: "The bank account is closed",
};

export const failureLabel = (reason: string) => FAILURES[reason] ?? codeLabel(reason);
