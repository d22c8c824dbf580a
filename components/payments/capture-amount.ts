import { decimalToMinor, formatMinor } from "#lib/kernel/money.ts";

/** What was typed as an amount to capture: minor units, or what is wrong with it. */
export function readCaptureAmount(
  text: string,
  currency: string,
  authorisedMinor: bigint,
): { minor: bigint; error?: undefined } | { minor: null; error: string } {
  const minor = decimalToMinor(text, currency);
  if (minor === null) return { minor, error: `That is not an amount of ${currency}.` };
  if (minor === 0n) return { minor: null, error: "Say how much to capture." };
  if (minor > authorisedMinor) {
    const most = formatMinor(authorisedMinor, currency);
    return { minor: null, error: `At most ${most} was authorised.` };
  }
  return { minor };
}
