import { BANK_DECLINES } from "#components/payments/bank-declines.ts";
import { CARD_DECLINES } from "#components/payments/decline-names.ts";
import { declineLabel } from "#components/payments/declines.ts";

/** Every decline code with its meaning; the code is its anchor on `/docs/declines`. */
export const DECLINE_ROWS = {
  cards: CARD_DECLINES.filter((code) => code !== "unknown").map(
    (code) => [code, declineLabel(code)] as const,
  ),
  banks: Object.entries(BANK_DECLINES),
};
