import { readAmount } from "#lib/kernel/locale.ts";
import { minorToDecimal } from "#lib/kernel/money.ts";
import { currentLocale } from "../format/locale.ts";

/** A typed amount as the plain decimal number that the server reads, or why it is not an amount. */
export function plainAmount(
  text: string,
  currency: string,
): { plain: string; fault?: undefined } | { plain: null; fault: string } {
  const { minor, fault } = readAmount(currentLocale(), text, currency);
  return minor === null ? { plain: null, fault } : { plain: minorToDecimal(minor, currency) };
}
