import type { FailedCheck } from "#lib/kernel/vocabulary/payments.ts";

const NAMES: Readonly<Record<FailedCheck, string>> = { cvc: "security code", avs: "address" };

/** The checks that failed, beside the reason of a decline: `security code and address wrong`. Empty if none did, or if the
 *  reason says it. */
export function failedChecksText(
  checks: readonly FailedCheck[],
  declineCode: string | null,
): string {
  const others = checks.filter((check) => !(check === "cvc" && declineCode === "incorrect_cvc"));
  return others.length === 0 ? "" : `${others.map((check) => NAMES[check]).join(" and ")} wrong`;
}
