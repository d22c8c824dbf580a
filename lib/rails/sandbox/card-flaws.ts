import { passesLuhn } from "#lib/kernel/check-digits.ts";
import { dateFromMs, now, nowMs } from "#lib/kernel/clock.ts";
import type { CardInput, RailRefusal } from "../rail.ts";

/** The refusal of a card with a malformed field, or null. */
export function flawOf(card: CardInput): RailRefusal | null {
  if (!/^\d{12,19}$/.test(card.number) || !passesLuhn(card.number)) {
    return { result: "malformed", field: "number", message: "This is not a valid card number." };
  }
  if (!Number.isInteger(card.expMonth) || card.expMonth < 1 || card.expMonth > 12) {
    return { result: "malformed", field: "exp_month", message: "The month must be 1 to 12." };
  }
  const thisYear = now().getUTCFullYear();
  if (!Number.isInteger(card.expYear) || card.expYear > thisYear + 50) {
    return { result: "malformed", field: "exp_year", message: "The expiry year is invalid." };
  }
  // A card is valid to the last day of its month.
  if (dateFromMs(Date.UTC(card.expYear, card.expMonth, 1)).getTime() <= nowMs()) {
    const field = card.expYear < thisYear ? "exp_year" : "exp_month";
    return { result: "malformed", field, message: "The card has expired." };
  }
  if (!/^\d{3,4}$/.test(card.cvc)) {
    return { result: "malformed", field: "cvc", message: "The code must have 3 or 4 digits." };
  }
  return null;
}
