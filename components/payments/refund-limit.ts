import { decimalToMinor, minorToDecimal } from "#lib/kernel/money.ts";
import { moneyText } from "../money/money-text.ts";

/** A refund limit in a sentence: `at most 100.00 EUR or 80.00 GBP of one payment`. */
export function refundLimitText(limits: readonly { currency: string; amount: string }[]): string {
  const amounts = limits.map(({ currency, amount }) => moneyText(amount, currency));
  const last = amounts.pop() ?? "";
  return `at most ${amounts.length > 0 ? `${amounts.join(", ")} or ` : ""}${last} of one payment`;
}

/** A currency and amount of the form, as typed. */
export type LimitRow = { currency: string; text: string };

export function limitRows(
  limits: readonly { currency: string; amount: string }[] | null,
): LimitRow[] {
  return (limits ?? []).map(({ currency, amount }) => ({
    currency,
    text: minorToDecimal(BigInt(amount), currency),
  }));
}

/** Parses an amount to minor units as text; null for an invalid one. Zero is valid. */
export function typedLimit(text: string, currency: string): string | null {
  return decimalToMinor(text, currency)?.toString() ?? null;
}

/** The limits that were typed, or null while one is invalid. */
export function typedLimits(
  rows: readonly LimitRow[],
): { currency: string; amount: string }[] | null {
  const limits = rows.flatMap(({ currency, text }) => {
    const amount = typedLimit(text, currency);
    return amount === null ? [] : [{ currency, amount }];
  });
  return limits.length === rows.length ? limits : null;
}
