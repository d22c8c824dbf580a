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
  if (!Object.hasOwn(RATES.perEuro, currency)) return null;
  const [whole = "", fraction = ""] = (RATES.perEuro[currency] ?? "").split(".");
  const rateDigits = BigInt(whole + fraction);
  const dividend = amountMinor * 10n ** BigInt(EURO_EXPONENT + fraction.length);
  const divisor = rateDigits * 10n ** BigInt(currencyExponent(currency));
  return (dividend + divisor - 1n) / divisor;
}
