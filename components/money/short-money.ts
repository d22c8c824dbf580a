import { currencyExponent, minorToDecimal } from "#lib/kernel/money.ts";
import { currentRules } from "../format/locale.ts";
import { moneyText } from "./money-text.ts";

/** A short amount for an axis; the title names the currency. `1,250,000` minor units of EUR are `12.5k`. */
export function shortMoney(minor: number, currency: string): string {
  const major = minor / 10 ** currencyExponent(currency);
  const size = Math.abs(major);
  if (size >= 1_000_000) return `${trim(major / 1_000_000)}m`;
  if (size >= 1_000) return `${trim(major / 1_000)}k`;
  return trim(major, Math.max(2, currencyExponent(currency)));
}

/** An amount as a plain decimal number, for files: `1250` minor units of EUR are `12.50`. */
export function decimalMoney(minor: number | string, currency: string): string {
  return minorToDecimal(
    typeof minor === "string" ? BigInt(minor) : BigInt(Math.round(minor)),
    currency,
  );
}

/** An amount with all digits but without its currency, where the heading names it: `1,234.50`. */
export function plainMoney(minor: bigint, currency: string): string {
  return moneyText(minor, currency).replace(` ${currency}`, "");
}

/** At most two decimals, or those of the currency: marks of an axis lie on quarters, and 97.5 is not 98. */
const trim = (value: number, decimals = 2) =>
  String(Number(value.toFixed(decimals))).replace(".", currentRules().decimal);
