"use client";

import { moneyText } from "#components/money/money.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import type { ApprovalView } from "#lib/dashboard/views/payouts.ts";
import { DecideButtons, type Decided } from "./decide-buttons.tsx";

type Props = { asked: ApprovalView; subject: Decided; isCanceled: boolean };

/** Says that a payout or batch waits for a second person, or what that person decided. */
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
  const released = `${moneyText(subject.amount, subject.currency)} was returned to your payout balance.`;
  if (state === "refused") {
    return (
      <Banner tone="warning" title="Refused">
        {decided} {released}
      </Banner>
    );
  }
  if (state === "canceled") return null;
  return (
    <Banner tone="warning" title="Approval expired">
      Nobody approved it within 72 hours, so it was canceled. {released}
    </Banner>
  );
}

function Waiting({ asked, subject }: Omit<Props, "isCanceled">) {
  const { reason, requestedBy, expiresAt, isByViewer, mayDecide } = asked;
  return (
    <Banner tone="warning" title="Waiting for approval">
      <p>
        {reason === "per_payout"
          ? "It exceeds the limit for one payout. "
          : "With earlier payouts it exceeds the limit for 24 hours. "}
        {requestedBy.name} made it. It is canceled unless someone approves it before{" "}
        <Timestamp value={expiresAt} focusable />.
      </p>
      {mayDecide && <DecideButtons subject={subject} by={requestedBy.name} />}
      {!mayDecide && (
        <p className="mt-1">
          {isByViewer
            ? "Someone else has to approve it, because you made it or the key that made it."
            : "Your role cannot approve payouts. Ask an owner, an admin or a member with the finance role."}
        </p>
      )}
    </Banner>
  );
}
