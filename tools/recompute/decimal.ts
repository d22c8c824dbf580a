/** Digits of minor units; others have 2. */
const EXPONENTS: Readonly<Record<string, number>> = { JPY: 0, KWD: 3 };

/** Minor units in major units with exactly the digits of the currency. */
export function decimal(minor: string, currency: string): string {
  const exponent = EXPONENTS[currency] ?? 2;
  const digits = minor.replace("-", "").padStart(exponent + 1, "0");
  const cut = digits.length - exponent;
  const whole = `${minor.startsWith("-") ? "-" : ""}${digits.slice(0, cut)}`;
  return exponent === 0 ? whole : `${whole}.${digits.slice(cut)}`;
}
