"use client";

import { moneyText } from "#components/money/money.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import type { ApprovalView } from "#lib/dashboard/views/payouts.ts";
import { DecideButtons, type Decided } from "./decide-buttons.tsx";

type Props = { asked: ApprovalView; subject: Decided; isCanceled: boolean };

/** That a payout or a batch waits for a second person, or what that person said. */
export function ApprovalBanner({ asked, subject, isCanceled }: Props) {
  const { state, decidedBy, decidedAt, requestedBy } = asked;
  if (state === "pending") return <Waiting asked={asked} subject={subject} />;
  const decided = decidedBy && (
    <>
      {decidedBy.name}, <Timestamp value={decidedAt} focusable />. Made by {requestedBy.name}.
    </>
  );
  if (state === "approved") {
    return (
      <Banner tone={isCanceled ? "neutral" : "positive"} title="Approved">
        {decided}
      </Banner>
    );
  }
  const released = `${moneyText(subject.amount, subject.currency)} is on your payout balance again.`;
  if (state === "refused") {
    return (
      <Banner tone="warning" title="Refused">
        {decided} {released}
      </Banner>
    );
  }
  if (state === "canceled") return null;
  return (
    <Banner tone="warning" title="Nobody approved it in time">
      It was cancelled after 72 hours. {released}
    </Banner>
  );
}

function Waiting({ asked, subject }: Omit<Props, "isCanceled">) {
  const { reason, requestedBy, expiresAt, isByViewer, mayDecide } = asked;
  return (
    <Banner tone="warning" title="Waits for approval">
      <p>
        {reason === "per_payout"
          ? "It is above the limit for one payout. "
          : "It is above the limit for 24 hours, together with earlier payouts. "}
        {requestedBy.name} made it. It is cancelled if nobody approves it until{" "}
        <Timestamp value={expiresAt} focusable />.
      </p>
      {mayDecide && <DecideButtons subject={subject} by={requestedBy.name} />}
      {!mayDecide && (
        <p className="mt-1">
          {isByViewer
            ? "Somebody else has to approve it: you made it, or the key that made it."
            : "Your role cannot approve payouts. Ask an owner, an admin or a member for finance."}
        </p>
      )}
    </Banner>
  );
}
