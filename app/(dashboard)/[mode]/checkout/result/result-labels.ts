import { declineLabel } from "#components/payments/declines.ts";
import type { CheckoutPaymentView } from "#lib/dashboard/client.ts";

export type ResultLabel = {
  look: "done" | "waits" | "failed";
  title: string;
  text: string;
};

const DONE: ResultLabel = {
  look: "done",
  title: "Paid",
  text: "Thank you. Your shop would now send the order.",
};

/** What a shop tells its payer about a finished payment. */
export function resultLabel({ status, declineCode, ...rest }: CheckoutPaymentView): ResultLabel {
  if (status === "succeeded") return DONE;
  if (status === "requires_capture") return { ...DONE, title: "Authorised" };
  if (status === "processing" && rest.instrument.method.endsWith("_debit")) {
    return {
      look: "waits",
      title: "Processing",
      text: "Your bank was asked for the money and answers within days. Advance the sandbox clock to see its answer.",
    };
  }
  if (status === "processing") {
    return { look: "waits", title: "Processing", text: "Your bank is processing the payment." };
  }
  if (status === "requires_action") {
    return {
      look: "waits",
      title: "Not confirmed yet",
      text: "Your bank is waiting for your answer. Nothing was charged.",
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
      title: "Your bank could not authenticate you",
      text: "Authentication failed for technical reasons. Nothing was charged.",
    };
  }
  const label = declineLabel(declineCode ?? "generic_decline");
  return { look: "failed", title: `Declined: ${label.title.toLowerCase()}`, text: label.means };
}
