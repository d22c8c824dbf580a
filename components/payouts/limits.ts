import { amountField, readAmount } from "#lib/kernel/read-amount.ts";
import { currentRules } from "../format/locale.ts";

const MOST_MINOR = 99_999_999_999n;

/** Parses a limit to minor units as text; null for an invalid one. Zero is valid. */
export function limitText(text: string, currency: string): string | null {
  const { minor } = readAmount(currentRules(), text, currency);
  return minor === null || minor < 0n || minor > MOST_MINOR ? null : String(minor);
}

/** Formats a limit in minor units for its field; empty if there is no limit. */
export function typedLimit(minor: string | undefined, currency: string): string {
  return minor === undefined ? "" : amountField(currentRules(), BigInt(minor), currency);
}
