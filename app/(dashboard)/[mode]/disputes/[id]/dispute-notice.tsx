import { moneyText } from "#components/money/money.tsx";
import { Countdown } from "#components/time/countdown.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import type { DisputeView } from "#lib/dashboard/views/disputes.ts";
import { useIsOpen } from "./use-is-open.ts";

/** How the dispute stands, in money and time. */
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
            Your answer is due in <Countdown to={dispute.evidenceDueBy} />
          </>
        }
      >
        {amount} and the fee of {fee} were taken from your balance. Answer by{" "}
        <Timestamp value={dispute.evidenceDueBy} form="full" focusable />, or it is lost.
      </Banner>
    );
  }
  switch (dispute.status) {
    case "needs_response":
      return (
        <Banner tone="neutral" title="The time to answer has passed">
          Nothing was handed in by <Timestamp value={dispute.evidenceDueBy} form="full" focusable />
          , so {amount} stays with the payer.
        </Banner>
      );
    case "under_review":
      return (
        <Banner tone="info" title="Your answer is with the payer's bank">
          It decides on what you handed in; nothing can be added now. If it finds for you, {amount}{" "}
          comes back to your balance.
        </Banner>
      );
    case "won":
      return (
        <Banner tone="positive" title="Decided for you">
          {amount} is on your balance again. The fee of {fee} is not given back.
        </Banner>
      );
    default:
      return (
        <Banner tone="negative" title="Lost to the payer">
          {amount} stays with them, and the fee of {fee} with the acquirer.
        </Banner>
      );
  }
}
