import type { FinalAction, TestCard } from "#lib/kernel/vocabulary/billing.ts";
import { countText } from "../format/locale.ts";
import { moneyText } from "../money/money.tsx";
import type { Choice } from "../ui/select.tsx";

type BillingInterval = { interval: string; intervalCount: number };

/** `a month`, `every 3 months`. */
export function intervalLabel({ interval, intervalCount }: BillingInterval): string {
  if (intervalCount === 1) return `a ${interval}`;
  return `every ${intervalCount} ${interval}s`;
}

/** `19.00 EUR a month`. */
export function priceLabel(plan: BillingInterval & { amount: string; currency: string }): string {
  return `${moneyText(plan.amount, plan.currency)} ${intervalLabel(plan)}`;
}

/** `3 × Team`, `Team`. */
export function unitsLabel(quantity: number, name: string): string {
  return quantity === 1 ? name : `${countText(quantity)} × ${name}`;
}

export const TEST_CARD_CHOICES: readonly Choice<TestCard>[] = [
  { value: "works", label: "Test card that succeeds", note: "Visa •••• 4242" },
  {
    value: "works_once",
    label: "Test card that succeeds once",
    note: "Then declines, to test dunning",
  },
  {
    value: "is_stolen",
    label: "Test card reported stolen",
    note: "Hard decline, never retried",
  },
  { value: "asks", label: "Test card that requires 3-D Secure", note: "Visa •••• 3220" },
];

export const FINAL_ACTION_CHOICES: readonly Choice<FinalAction>[] = [
  {
    value: "cancel",
    label: "Cancel the subscription",
    note: "The invoice becomes uncollectible and nothing more is charged.",
  },
  {
    value: "unpaid",
    label: "Leave the subscription unpaid",
    note: "Nothing more is charged. You decide whether to keep providing the service.",
  },
];

export const finalActionLabel = (action: string) =>
  action === "unpaid" ? "left unpaid" : "canceled";
