import { decimalToMinor, formatMinor, minorToDecimal } from "#lib/kernel/money.ts";

export type RefundAmount =
  | { minor: bigint; error?: undefined }
  | { minor: null; error: string | undefined };

/** What remains, as it stands in the field at first. */
export function refundableText(refundableMinor: string, currency: string): string {
  return minorToDecimal(BigInt(refundableMinor), currency);
}

/** What was typed as an amount to refund, or what is wrong with it. Nothing typed is no error yet. */
export function readRefundAmount(
  text: string,
  currency: string,
  refundableMinor: bigint,
): RefundAmount {
  if (text.trim() === "") return { minor: null, error: undefined };
  const minor = decimalToMinor(text, currency);
  if (minor === null) return { minor, error: `That is not an amount of ${currency}.` };
  if (minor === 0n) return { minor: null, error: "Say how much to refund." };
  if (minor > refundableMinor) {
    const most = formatMinor(refundableMinor, currency);
    return { minor: null, error: `More than remains: ${most} can still be refunded.` };
  }
  return { minor };
}
