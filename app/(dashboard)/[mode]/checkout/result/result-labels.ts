import { declineLabel } from "#components/payments/declines.ts";
import type { CheckoutPaymentView } from "#lib/dashboard/views/checkout.ts";

export type ResultLabel = {
  look: "done" | "waits" | "failed";
  title: string;
  text: string;
};

const DONE: ResultLabel = {
  look: "done",
  title: "Paid",
  text: "Thank you. Your shop would now pack the order.",
};

/** What a shop tells its payer about a payment that came back. */
export function resultLabel({ status, declineCode, ...rest }: CheckoutPaymentView): ResultLabel {
  if (status === "succeeded") return DONE;
  if (status === "requires_capture") return { ...DONE, title: "Authorised" };
  if (status === "processing" && rest.instrument.method.endsWith("_debit")) {
    return {
      look: "waits",
      title: "On its way",
      text: "Your bank was asked for the money and answers within days. Advance the clock of test mode, and it has.",
    };
  }
  if (status === "processing") {
    return { look: "waits", title: "One moment", text: "The bank is at work on it." };
  }
  if (status === "requires_action") {
    return {
      look: "waits",
      title: "Not confirmed yet",
      text: "The bank still waits for your answer. Nothing was charged.",
    };
  }
  if (status === "canceled") {
    return {
      look: "failed",
      title: "Not confirmed in time",
      text: "The payment was canceled. Nothing was charged.",
    };
  }
  if (declineCode === "authentication_required" || declineCode === "declined_by_payer") {
    return {
      look: "failed",
      title: "Refused at the bank",
      text: "You did not confirm the payment, so nothing was charged.",
    };
  }
  if (declineCode === "authentication_error") {
    return {
      look: "failed",
      title: "The bank could not check you",
      text: "Its own check broke down. Nothing was charged.",
    };
  }
  const label = declineLabel(declineCode ?? "generic_decline");
  return { look: "failed", title: `Declined: ${label.title.toLowerCase()}`, text: label.means };
}
