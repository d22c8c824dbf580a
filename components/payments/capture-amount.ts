import { decimalToMinor, formatMinor } from "#lib/kernel/money.ts";

/** Parses the amount to capture: minor units, or an error. */
export function readCaptureAmount(
  text: string,
  currency: string,
  authorisedMinor: bigint,
): { minor: bigint; error?: undefined } | { minor: null; error: string } {
  const minor = decimalToMinor(text, currency);
  if (minor === null) return { minor, error: `This is not an amount in ${currency}.` };
  if (minor === 0n) return { minor: null, error: "Enter an amount above 0." };
  if (minor > authorisedMinor) {
    const most = formatMinor(authorisedMinor, currency);
    return { minor: null, error: `At most ${most} was authorised.` };
  }
  return { minor };
}
