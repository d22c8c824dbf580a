import { invalid } from "#lib/kernel/errors.ts";
import { formatMinor } from "#lib/kernel/money.ts";

/** Whoever sends real money has typed how much: what the screen asks for is also held here, against the
 *  very amount that would be sent. Throws `parameter_invalid` (`typed`). */
export function checkTyped(
  typed: string | undefined,
  { amountMinor, currency }: { amountMinor: bigint; currency: string | null },
): void {
  const figure = currency === null ? "nothing" : formatMinor(amountMinor, currency);
  if (typed?.trim() !== figure) {
    throw invalid("typed", `To send ${figure} of real money, type it out.`);
  }
}
