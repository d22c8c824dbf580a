import { moneyText } from "#components/money/money.tsx";
import { Countdown } from "#components/time/countdown.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import type { DisputeView } from "#lib/dashboard/client.ts";
import { useIsOpen } from "./use-is-open.ts";

/** The state of a dispute in money and time. */
export function DisputeNotice({ dispute }: { dispute: DisputeView }) {
  const isOpen = useIsOpen(dispute);
  const amount = moneyText(dispute.amount, dispute.currency);
  const fee = moneyText(dispute.fee, dispute.currency);
  if (isOpen) {
    return (
      <Banner
        tone="warning"
        title={
          <>
            Respond within <Countdown to={dispute.evidenceDueBy} />
          </>
        }
      >
        {amount} and the fee of {fee} were taken from your balance. Respond by{" "}
        <Timestamp value={dispute.evidenceDueBy} form="full" focusable />, or the dispute is lost.
      </Banner>
    );
  }
  switch (dispute.status) {
    case "needs_response":
      return (
        <Banner tone="neutral" title="The deadline has passed">
          No evidence was submitted by{" "}
          <Timestamp value={dispute.evidenceDueBy} form="full" focusable />, so {amount} stays with
          the payer.
        </Banner>
      );
    case "under_review":
      return (
        <Banner tone="info" title="The payer's bank is reviewing your evidence">
          It decides on the evidence that you submitted; nothing can be added now. If you win,{" "}
          {amount} returns to your balance.
        </Banner>
      );
    case "won":
      return (
        <Banner tone="positive" title="Dispute won">
          {amount} was returned to your balance. The fee of {fee} is not refunded.
        </Banner>
      );
    default:
      return (
        <Banner tone="negative" title="Dispute lost">
          {amount} stays with the payer. The fee of {fee} is not refunded.
        </Banner>
      );
  }
}
