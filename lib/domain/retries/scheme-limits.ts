import { DAY_MS } from "#lib/kernel/clock.ts";

/** The most tries of the same card, amount and currency that were declined before another one, within a time. */
export type TryLimit = { withinMs: number; tries: number };

/**
 * Limits of the card schemes on tries after a decline; more are charged a fee, or forbidden.
 * - Visa: at most 15 reattempts within 30 days of a decline of category 2, 3 or 4, so 16 tries ("Excessive Reattempts",
 *   Visa Core Rules, "Reattempts"; acquirers publish it, such as Payvision, 29 March 2021, and Nets, 27 March 2024).
 *   Some regions allow 20 since May 2025; the stricter limit is always permitted.
 * - Mastercard: no more than 10 tries in 24 hours, and 35 in 30 days ("Transaction Processing Excellence: Excessive
 *   Attempts"; PayPal and Dintero publish the numbers).
 */
export const SCHEME_LIMITS: Readonly<Record<string, readonly TryLimit[]>> = {
  visa: [{ withinMs: 30 * DAY_MS, tries: 16 }],
  mastercard: [
    { withinMs: DAY_MS, tries: 10 },
    { withinMs: 30 * DAY_MS, tries: 35 },
  ],
};

/** Visa's category 1, "the issuer will never approve": no retry is permitted. Mastercard's merchant advice codes 03 (do
 *  not try again) and 21 (the payer canceled) are the advice `do_not_try_again`. */
export const VISA_NEVER: ReadonlySet<string> = new Set(
  "04 07 12 14 15 41 43 46 57 R0 R1 R3".split(" "),
);
