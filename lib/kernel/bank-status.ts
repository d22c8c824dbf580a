type BankStatus =
  | "authorization_required"
  | "authorizing"
  | "authorized"
  | "executed"
  | "settled"
  | "failed";

/** Where a bank payment is on its way through the payer's bank (decisions §3). It follows from the payment,
 *  so that the two never disagree. */
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
      // Before the rail has answered, the payer has not been asked.
      return payment.railReference === null ? "authorization_required" : "executed";
    case "succeeded":
      return "settled";
    default:
      return "failed";
  }
}
