import { formatMinor } from "#lib/kernel/money.ts";

/** An amount as text, for titles, chips and sentences: `−1,234.56 EUR`. */
export function moneyText(amount: bigint | string, currency: string): string {
  return formatMinor(BigInt(amount), currency);
}
