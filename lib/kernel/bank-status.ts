import type { BankStatus } from "./vocabulary/payments.ts";

/** The status of a bank payment at the payer's bank (decisions §3), derived from the payment so that both always agree. */
export function bankStatusOf(payment: {
  status: string;
  step: string | null;
  railReference: string | null;
  bankPayment: { opened: boolean } | null;
}): BankStatus {
  switch (payment.status) {
    case "requires_action":
      if (payment.step === "approve") return "authorized";
      return payment.bankPayment?.opened ? "authorizing" : "authorization_required";
    case "processing":
      // The payer is not asked before the rail has answered.
      return payment.railReference === null ? "authorization_required" : "executed";
    case "succeeded":
      return "settled";
    default:
      return "failed";
  }
}
