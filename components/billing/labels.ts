import { moneyText } from "../money/money.tsx";

type Rhythm = { interval: string; intervalCount: number };

/** `a month`, `every 3 months`. */
export function rhythmLabel({ interval, intervalCount }: Rhythm): string {
  if (intervalCount === 1) return `a ${interval}`;
  return `every ${intervalCount} ${interval}s`;
}

/** `19.00 EUR a month`. */
export function priceLabel(plan: Rhythm & { amount: string; currency: string }): string {
  return `${moneyText(plan.amount, plan.currency)} ${rhythmLabel(plan)}`;
}

/** `3 × Team`, `Team`. */
export function unitsLabel(quantity: number, name: string): string {
  return quantity === 1 ? name : `${quantity.toLocaleString("en")} × ${name}`;
}

export const TEST_CARD_CHOICES = [
  { value: "works", label: "Test card that works", note: "Visa •••• 4242" },
  { value: "works_once", label: "Test card that works once", note: "Then declines: for dunning" },
  {
    value: "is_stolen",
    label: "Test card that is stolen",
    note: "Declines for good, never retried",
  },
  { value: "asks", label: "Test card that asks for 3-D Secure", note: "Visa •••• 3220" },
] as const;

export const FINAL_ACTION_CHOICES = [
  {
    value: "cancel",
    label: "Cancel it",
    note: "The invoice is given up and nothing more is charged.",
  },
  {
    value: "unpaid",
    label: "Leave it unpaid",
    note: "Nothing more is charged; you decide what it still gives.",
  },
] as const;

export const finalActionLabel = (action: string) =>
  action === "unpaid" ? "left unpaid" : "canceled";
