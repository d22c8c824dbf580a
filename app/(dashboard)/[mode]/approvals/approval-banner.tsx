"use client";

import { moneyText } from "#components/money/money.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import type { ActionsView } from "#lib/dashboard/views/actions.ts";
import type { ApprovalView } from "#lib/dashboard/views/payouts.ts";
import { DecideButtons, type Decided } from "./decide-buttons.tsx";

type Props = {
  asked: ApprovalView;
  actions: ActionsView<"payoutBatch">;
  subject: Decided;
  isCanceled: boolean;
};

/** Says that a payout or batch waits for a second person, or what that person decided. */
export function ApprovalBanner({ asked, actions, subject, isCanceled }: Props) {
  const { state, decidedBy, decidedAt, requestedBy } = asked;
  if (state === "pending") return <Waiting asked={asked} actions={actions} subject={subject} />;
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

function Waiting({ asked, actions, subject }: Omit<Props, "isCanceled">) {
  const { reason, requestedBy, expiresAt } = asked;
  // Both decisions have the same permission and policy.
  const { approve } = actions;
  return (
    <Banner tone="warning" title="Waiting for approval">
      <p>
        {reason === "per_payout"
          ? "It exceeds the limit for one payout. "
          : "With earlier payouts it exceeds the limit for 24 hours. "}
        {requestedBy.name} made it. It is canceled unless someone approves it before{" "}
        <Timestamp value={expiresAt} focusable />.
      </p>
      {approve.allowed ? (
        <DecideButtons subject={subject} by={requestedBy.name} />
      ) : (
        <p className="mt-1">{approve.reason}</p>
      )}
    </Banner>
  );
}
