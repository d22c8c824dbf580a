import { codeWords } from "../payments/words.ts";
import { valueWords } from "../reports/dimension-words.ts";

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
export const typeWords = (type: string) => TYPES[type] ?? codeWords(type);

type Pricing = {
  region: string;
  cardProduct: string;
  consumerOrCommercial: string;
};

/** `Domestic, classic consumer card`: what the rate of the interchange goes by. */
export function pricingWords({ region, cardProduct, consumerOrCommercial }: Pricing): string {
  const kind =
    cardProduct === "business" ? "business card" : `${cardProduct} ${consumerOrCommercial} card`;
  return `${valueWords("region", region, "")}, ${kind}`;
}

/** `0.20 %`, `1.15 %`: a rate in basis points as people say it. */
export const rateText = (bp: number) => `${(bp / 100).toFixed(2)} %`;

const FAILURES: Record<string, string> = {
  account_closed: "The bank account is closed",
};

export const failureWords = (reason: string) => FAILURES[reason] ?? codeWords(reason);
