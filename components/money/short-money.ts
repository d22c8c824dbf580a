import { currencyExponent } from "#lib/kernel/money.ts";

/** An amount for an axis, where the currency stands in the title: `1,250,000` minor units of EUR are
 *  `12.5k`. */
export function shortMoney(minor: number, currency: string): string {
  const major = minor / 10 ** currencyExponent(currency);
  const size = Math.abs(major);
  if (size >= 1_000_000) return `${trim(major / 1_000_000)}m`;
  if (size >= 1_000) return `${trim(major / 1_000)}k`;
  return trim(major);
}

function trim(value: number): string {
  return value.toFixed(Math.abs(value) < 10 ? 1 : 0).replace(/\.0$/, "");
}
