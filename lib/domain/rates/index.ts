import { currencyExponent } from "#lib/kernel/money.ts";
import file from "./eur-rates.json" with { type: "json" };

/** The rates of one day and their source. */
export type Rates = {
  /** The npm package that published them. */
  package: string;
  version: string;
  /** The day of the rates, as YYYY-MM-DD. */
  date: string;
  /** Units of the currency for one euro, as an exact decimal, by ISO 4217 code. */
  perEuro: Readonly<Record<string, string>>;
};

/** The rates in use; `npm run -s rates` updates them. */
export const RATES: Rates = file;

const EURO_EXPONENT = 2;

/** Converts an amount to euro cents, rounded up, so that an amount above a limit stays above it. Null if the currency has
 *  no rate. */
export function toEuroCents(amountMinor: bigint, currency: string): bigint | null {
  const rate = rateOf(currency);
  if (!rate) return null;
  const dividend = amountMinor * 10n ** BigInt(EURO_EXPONENT + rate.decimals);
  const divisor = rate.digits * 10n ** BigInt(currencyExponent(currency));
  return (dividend + divisor - 1n) / divisor;
}

/** Converts an amount between currencies, rounded half up to the other's minor unit. Null if one of them has no rate. For
 *  figures that say so: no booking uses it. */
export function convertMinor(amountMinor: bigint, from: string, to: string): bigint | null {
  const [source, target] = [rateOf(from), rateOf(to)];
  if (!source || !target) return null;
  const dividend =
    amountMinor * target.digits * 10n ** BigInt(source.decimals + currencyExponent(to));
  const divisor = source.digits * 10n ** BigInt(target.decimals + currencyExponent(from));
  return (2n * dividend + divisor) / (2n * divisor);
}

/** A rate per euro as digits and the number of them after the point. */
function rateOf(currency: string): { digits: bigint; decimals: number } | null {
  if (!Object.hasOwn(RATES.perEuro, currency)) return null;
  const [whole = "", fraction = ""] = (RATES.perEuro[currency] ?? "").split(".");
  return { digits: BigInt(whole + fraction), decimals: fraction.length };
}
