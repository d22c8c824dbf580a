import { Money } from "#components/money/money.tsx";
import { codeLabel } from "#components/payments/labels.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import type { Tone } from "#components/ui/status.tsx";
import type { TimelineEntry } from "#components/ui/timeline.tsx";
import type { RefundView } from "#lib/dashboard/views/refunds.ts";
import { requestEntries } from "../../logs/request-entry.tsx";
import {
  eventEntry,
  newestFirst,
  type OrderedEntry,
  transferEntries,
} from "../../shared/event-entry.tsx";

/** Everything that happened to a refund: request, rail, ledger, events with deliveries. */
export function refundTimeline(refund: RefundView, mode: string): TimelineEntry[] {
  return newestFirst([
    requested(refund),
    ...outcome(refund),
    ...transferEntries(refund.transfers),
    ...refund.events.map((event) => eventEntry(event, mode)),
    ...requestEntries(refund.requests, refund.events, mode),
  ]);
}

function requested(refund: RefundView): OrderedEntry {
  return {
    id: "requested",
    time: refund.createdAt,
    rank: 0,
    at: <Timestamp value={refund.createdAt} focusable />,
    title: (
      <>
        Refund of <Money amount={refund.amount} currency={refund.currency} /> requested
      </>
    ),
    detail: refund.requestId && !refund.requests.some(({ id }) => id === refund.requestId) && (
      <span className="text-12">
        Request <code className="font-mono">{refund.requestId}</code>
      </span>
    ),
  };
}

const OUTCOMES: Record<string, { title: string; tone: Tone }> = {
  submitted: { title: "Sent to the rail; the payer's bank has not confirmed it yet", tone: "info" },
  settled: { title: "The payer's bank confirmed the credit", tone: "positive" },
  failed: { title: "The payer's bank rejected the credit", tone: "negative" },
  canceled: { title: "Canceled before it was sent", tone: "neutral" },
};

function outcome(refund: RefundView): OrderedEntry[] {
  const label = OUTCOMES[refund.status];
  if (!label) return [];
  return [
    {
      id: "outcome",
      time: refund.updatedAt,
      rank: 20,
      tone: label.tone,
      at: <Timestamp value={refund.updatedAt} focusable />,
      title: label.title,
      detail: (
        <span className="text-12">
          {refund.failureReason && codeLabel(refund.failureReason)}
          {refund.railCheckAt && (
            <>
              Next check at the rail <Timestamp value={refund.railCheckAt} />
            </>
          )}
        </span>
      ),
    },
  ];
}
