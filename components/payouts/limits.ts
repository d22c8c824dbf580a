import { amountField, readAmount } from "#lib/kernel/locale.ts";
import { currentLocale } from "../format/locale.ts";

const MOST_MINOR = 99_999_999_999n;

/** Parses a limit to minor units as text; null for an invalid one. Zero is valid. */
export function limitText(text: string, currency: string): string | null {
  const { minor } = readAmount(currentLocale(), text, currency);
  return minor === null || minor < 0n || minor > MOST_MINOR ? null : String(minor);
}

/** Formats a limit in minor units for its field; empty if there is no limit. */
export function typedLimit(minor: string | undefined, currency: string): string {
  return minor === undefined ? "" : amountField(currentLocale(), BigInt(minor), currency);
}
