import { minorToDecimal } from "#lib/kernel/money.ts";
import { readAmount } from "#lib/kernel/read-amount.ts";
import { currentRules } from "../format/locale.ts";

/** A typed amount as the plain decimal number that the server reads, or why it is not an amount. */
export function plainAmount(
  text: string,
  currency: string,
): { plain: string; fault?: undefined } | { plain: null; fault: string; isAmbiguous: boolean } {
  const read = readAmount(currentRules(), text, currency);
  if (read.minor !== null) return { plain: minorToDecimal(read.minor, currency) };
  return { plain: null, fault: read.fault, isAmbiguous: read.readings.length > 1 };
}
