/** Decimal digits of active ISO 4217 currencies whose minor unit is not a hundredth. */
const EXPONENTS: Record<string, number> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  CLF: 4,
  UYW: 4,
};

/** Eight digits: the largest amount that every card scheme's amount field can hold. */
export const MAX_AMOUNT_MINOR = 99_999_999n;

/** Lower ends of the amount bands in reports, in minor units of any currency; the last is open. 30.00 is the limit of the
 *  low-value exemption. */
export const AMOUNT_BANDS: readonly number[] = [0, 1_000, 3_000, 10_000, 25_000, 100_000];

/** Decimal digits of a currency's minor unit by ISO 4217 (`Intl`'s differ). */
export function currencyExponent(currency: string): number {
  return EXPONENTS[currency] ?? 2;
}

/** `123456n, "EUR"` → `"1234.56"`: the exact decimal figure, no grouping, no code. */
export function minorToDecimal(amountMinor: bigint, currency: string): string {
  const sign = amountMinor < 0n ? "-" : "";
  return sign + digitsToDecimal(`${amountMinor < 0n ? -amountMinor : amountMinor}`, currency);
}

/** `"5", "EUR"` → `"0.05"`: as `minorToDecimal`, for the digits of an amount without a sign. */
export function digitsToDecimal(digits: string, currency: string): string {
  const exponent = currencyExponent(currency);
  if (exponent === 0) return digits;
  const padded = digits.length > exponent ? digits : digits.padStart(exponent + 1, "0");
  return `${padded.slice(0, -exponent)}.${padded.slice(-exponent)}`;
}

/** `"12.5", "EUR"` → `1250n`; accepts a decimal comma. Null for anything but an exact amount of the currency: more digits
 *  than its minor unit has, a sign, grouping, letters. */
export function decimalToMinor(text: string, currency: string): bigint | null {
  const found = /^(\d{1,15})(?:[.,](\d+))?$/.exec(text.trim());
  const [, whole = "", fraction = ""] = found ?? [];
  const exponent = currencyExponent(currency);
  if (!found || fraction.length > exponent) return null;
  return BigInt(whole + fraction.padEnd(exponent, "0"));
}

/** The currencies whose minor unit is not a hundredth, by their number of decimal digits. */
export function currenciesWithExponent(exponent: number): string[] {
  return Object.keys(EXPONENTS).filter((code) => EXPONENTS[code] === exponent);
}

/** `-123456n, "EUR"` → `"−1,234.56 EUR"`, for people: grouped, true minus sign, code always. */
export function formatMinor(amountMinor: bigint, currency: string): string {
  const decimal = minorToDecimal(amountMinor < 0n ? -amountMinor : amountMinor, currency);
  const [whole = "0", fraction] = decimal.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  const figure = fraction === undefined ? grouped : `${grouped}.${fraction}`;
  return `${amountMinor < 0n ? "−" : ""}${figure} ${currency}`;
}
