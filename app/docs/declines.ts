import { BANK_DECLINES } from "#components/payments/bank-declines.ts";
import { CARD_DECLINES } from "#components/payments/declines.ts";

/** Every decline code with its meaning; the code is its anchor on `/docs/declines`. */
export const DECLINE_ROWS = { cards: CARD_DECLINES, banks: Object.entries(BANK_DECLINES) };
