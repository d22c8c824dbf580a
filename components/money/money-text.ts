import { formatMinorIn } from "#lib/kernel/locale.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import { currentRules } from "../format/locale.ts";

/** An amount as text, for titles, chips and sentences: `−1,234.56 EUR`, with the account's separators. */
export function moneyText(amount: bigint | string, currency: string): string {
  return formatMinorIn(currentRules(), BigInt(amount), currency);
}

/** An amount as the server compares it with what a person typed: in English, whatever the account's locale. */
export const wireMoneyText = (amount: bigint | string, currency: string): string =>
  formatMinor(BigInt(amount), currency);
