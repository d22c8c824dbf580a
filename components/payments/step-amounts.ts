import { amountField, readAmount } from "#lib/kernel/read-amount.ts";
import { currentRules } from "../format/locale.ts";
import { moneyText } from "../money/money-text.ts";

/** Parses the amount to capture: minor units, or an error. */
export function readCaptureAmount(
  text: string,
  currency: string,
  authorisedMinor: bigint,
): { minor: bigint; error?: undefined } | { minor: null; error: string } {
  const { minor, fault } = readAmount(currentRules(), text, currency);
  if (minor === null) return { minor, error: fault };
  if (minor === 0n) return { minor: null, error: "Enter an amount above 0." };
  if (minor > authorisedMinor) {
    const most = moneyText(authorisedMinor, currency);
    return { minor: null, error: `At most ${most} was authorised.` };
  }
  return { minor };
}

type RefundAmount =
  | { minor: bigint; error?: undefined }
  | { minor: null; error: string | undefined };

/** The refundable amount, the initial value of the field. */
export function refundableText(refundableMinor: string, currency: string): string {
  return amountField(currentRules(), BigInt(refundableMinor), currency);
}

/** Parses the amount to refund: minor units, or an error. An empty field is not an error. `isLimited`: the maximum comes
 *  from the limit of the person's role. */
export function readRefundAmount(
  text: string,
  currency: string,
  refundableMinor: bigint,
  isLimited = false,
): RefundAmount {
  if (text.trim() === "") return { minor: null, error: undefined };
  const { minor, fault } = readAmount(currentRules(), text, currency);
  if (minor === null) return { minor, error: fault };
  if (minor === 0n) return { minor: null, error: "Enter an amount above 0." };
  if (minor > refundableMinor) {
    const most = moneyText(refundableMinor, currency);
    const error = isLimited
      ? `Your role may still refund at most ${most} of this payment. Ask an owner or admin to refund more.`
      : `At most ${most} can still be refunded.`;
    return { minor: null, error };
  }
  return { minor };
}
