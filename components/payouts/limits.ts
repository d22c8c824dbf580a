import { decimalToMinor, minorToDecimal } from "#lib/kernel/money.ts";

const MOST_MINOR = 99_999_999_999n;

/** A limit as it was typed, in minor units as text; null for what is none. Zero is one. */
export function limitText(text: string, currency: string): string | null {
  const minor = decimalToMinor(text, currency);
  return minor === null || minor < 0n || minor > MOST_MINOR ? null : String(minor);
}

/** A limit in minor units as it is typed; empty where there is none. */
export function typedLimit(minor: string | undefined, currency: string): string {
  return minor === undefined ? "" : minorToDecimal(BigInt(minor), currency);
}
