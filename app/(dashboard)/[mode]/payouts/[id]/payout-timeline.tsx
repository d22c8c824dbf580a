import { Money } from "#components/money/money.tsx";
import { payeeLabel, railName } from "#components/payouts/labels.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import type { Tone } from "#components/ui/status.tsx";
import type { TimelineEntry } from "#components/ui/timeline.tsx";
import type { PayoutView } from "#lib/dashboard/views/payouts.ts";
import { requestHappenings } from "../../logs/request-entry.tsx";
import {
  eventHappening,
  type Happening,
  inOrder,
  transferHappenings,
} from "../../shared/event-entry.tsx";

/** All that happened to a payout: request, payee check, rail, ledger, events and their deliveries. */
export function payoutTimeline(payout: PayoutView, mode: string): TimelineEntry[] {
  return inOrder([
    requested(payout),
    ...sent(payout),
    ...outcome(payout),
    ...transferHappenings(payout.transfers),
    ...payout.events.map((event) => eventHappening(event, mode)),
    ...requestHappenings(payout.requests, payout.events, mode),
  ]);
}

function requested(payout: PayoutView): Happening {
  const payee = payout.payeeVerification && payeeLabel(payout.payeeVerification);
  return {
    id: "requested",
    time: payout.createdAt,
    rank: 0,
    tone: payee && payee.tone !== "positive" ? payee.tone : "neutral",
    at: <Timestamp value={payout.createdAt} focusable />,
    title: (
      <>
        Payout of <Money amount={payout.amount} currency={payout.currency} /> requested
      </>
    ),
    detail: (
      <span className="text-12">
        {payee && `Payee check: ${payee.word.toLowerCase()}`}
        {payee && payout.requestId && " · "}
        {payout.requestId && (
          <>
            Request <code className="font-mono">{payout.requestId}</code>
          </>
        )}
      </span>
    ),
  };
}

/** What the rails were told, and the one that would not. */
function sent(payout: PayoutView): Happening[] {
  const { sentAt, fallback } = payout;
  if (!sentAt) return [];
  const given: Happening = {
    id: "sent",
    time: sentAt,
    rank: 12,
    tone: "info",
    at: <Timestamp value={sentAt} focusable />,
    title: `Given to the bank by ${railName(payout.rail)}`,
    detail: (
      <span className="text-12">
        {payout.railReference && (
          <>
            Rail's reference <code className="font-mono">{payout.railReference}</code>
          </>
        )}
        {payout.railCheckAt && payout.status === "submitted" && (
          <>
            {payout.railReference && " · "}asked again <Timestamp value={payout.railCheckAt} />
          </>
        )}
      </span>
    ),
  };
  if (!fallback) return [given];
  return [
    {
      id: "fallback",
      time: sentAt,
      rank: 11,
      tone: "warning",
      at: <Timestamp value={sentAt} focusable />,
      title: `${railName(payout.railRequested)} rejected it: ${fallback.code}`,
      detail: <span className="text-12">{fallback.message} Nothing was moved.</span>,
    },
    given,
  ];
}

const OUTCOMES: Record<string, { title: string; tone: Tone; event: string }> = {
  settled: {
    title: "Landed at the beneficiary's bank",
    tone: "positive",
    event: "payout.settled",
  },
  returned: {
    title: "Sent back by the beneficiary's bank",
    tone: "negative",
    event: "payout.returned",
  },
  rejected: {
    title: "Rejected by the beneficiary's bank",
    tone: "negative",
    event: "payout.returned",
  },
  failed: {
    title: "Did not reach the beneficiary's bank",
    tone: "negative",
    event: "payout.failed",
  },
  canceled: { title: "Cancelled before it was sent", tone: "neutral", event: "" },
};

function outcome(payout: PayoutView): Happening[] {
  const hasLanded = payout.transfers.some(({ kind }) => kind === "payout_settled");
  const returned = hasLanded ? ["settled", "returned"] : ["rejected"];
  const passed = payout.status === "returned" ? returned : [payout.status];
  return passed.flatMap((status, i) => {
    const label = OUTCOMES[status];
    if (!label) return [];
    const event = payout.events.findLast(({ type }) => type === label.event);
    const time = event?.createdAt ?? payout.updatedAt;
    const reason = i === passed.length - 1 ? payout.reason : null;
    return [
      {
        id: status,
        time,
        rank: 20,
        tone: label.tone,
        at: <Timestamp value={time} focusable />,
        title: reason ? `${label.title}: ${reason.code}` : label.title,
        detail: reason && <span className="text-12">{reason.message}</span>,
      },
    ];
  });
}
