import { minorToDecimal } from "#lib/kernel/money.ts";
import { readAmount } from "#lib/kernel/read-amount.ts";
import { currentRules } from "../format/locale.ts";

/** A typed amount as the plain decimal number that the server reads, or why it is not an amount. */
export function plainAmount(
  text: string,
  currency: string,
): { plain: string; fault?: undefined } | { plain: null; fault: string } {
  const { minor, fault } = readAmount(currentRules(), text, currency);
  return minor === null ? { plain: null, fault } : { plain: minorToDecimal(minor, currency) };
}
