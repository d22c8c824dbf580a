import { Money } from "#components/money/money.tsx";
import { payeeLabel, railName } from "#components/payouts/labels.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import type { Tone } from "#components/ui/status.tsx";
import type { TimelineEntry } from "#components/ui/timeline.tsx";
import type { PayoutView } from "#lib/dashboard/views/payouts.ts";
import { requestEntries } from "../../logs/request-entry.tsx";
import {
  eventEntry,
  newestFirst,
  type OrderedEntry,
  transferEntries,
} from "../../shared/event-entry.tsx";

/** Everything that happened to a payout: request, payee check, rail, ledger, events with deliveries. */
export function payoutTimeline(payout: PayoutView, mode: string): TimelineEntry[] {
  return newestFirst([
    requested(payout),
    ...sent(payout),
    ...outcome(payout),
    ...transferEntries(payout.transfers),
    ...payout.events.map((event) => eventEntry(event, mode)),
    ...requestEntries(payout.requests, payout.events, mode),
  ]);
}

function requested(payout: PayoutView): OrderedEntry {
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

/** The request to each rail, and which of them rejected it. */
function sent(payout: PayoutView): OrderedEntry[] {
  const { sentAt, fallback } = payout;
  if (!sentAt) return [];
  const given: OrderedEntry = {
    id: "sent",
    time: sentAt,
    rank: 12,
    tone: "info",
    at: <Timestamp value={sentAt} focusable />,
    title: `Sent to the bank by ${railName(payout.rail)}`,
    detail: (
      <span className="text-12">
        {payout.railReference && (
          <>
            Rail's reference <code className="font-mono">{payout.railReference}</code>
          </>
        )}
        {payout.railCheckAt && payout.status === "submitted" && (
          <>
            {payout.railReference && " · "}next check <Timestamp value={payout.railCheckAt} />
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
      detail: <span className="text-12">{fallback.message} Nothing was sent.</span>,
    },
    given,
  ];
}

const OUTCOMES: Record<string, { title: string; tone: Tone; event: string }> = {
  settled: {
    title: "Received by the beneficiary's bank",
    tone: "positive",
    event: "payout.settled",
  },
  returned: {
    title: "Returned by the beneficiary's bank",
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
  canceled: { title: "Canceled before it was sent", tone: "neutral", event: "" },
};

function outcome(payout: PayoutView): OrderedEntry[] {
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
