import { codeLabel } from "../payments/labels.ts";
import { valueLabel } from "../reports/dimension-labels.ts";

/** What moved the money, in the order in which people choose. */
const TYPES: Record<string, string> = {
  charge: "Payment",
  refund: "Refund",
  refund_failure: "Refund that came back",
  dispute: "Chargeback",
  dispute_reversal: "Chargeback won",
  payment_failure: "Payment taken back by the bank",
  settlement_failure: "Settlement sent back",
  adjustment: "Adjustment",
};

export const TYPE_CHOICES = Object.entries(TYPES).map(([value, label]) => ({ value, label }));
export const typeLabel = (type: string) => TYPES[type] ?? codeLabel(type);

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

/** `0.20 %`, `1.15 %`: a rate in basis points as people say it. */
export const rateText = (bp: number) => `${(bp / 100).toFixed(2)} %`;

const FAILURES: Record<string, string> = {
  account_closed: "The bank account is closed",
};

export const failureLabel = (reason: string) => FAILURES[reason] ?? codeLabel(reason);
