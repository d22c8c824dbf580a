import { revokedBy } from "#components/payments/bank-labels.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import type { Tone } from "#components/ui/status.tsx";
import type { TimelineEntry } from "#components/ui/timeline.tsx";
import type { MandateView } from "#lib/dashboard/views/mandates.ts";
import { requestHappenings } from "../../logs/request-entry.tsx";
import { eventHappening, type Happening, inOrder } from "../../shared/event-entry.tsx";

/** All that happened to a mandate: the agreement, what its bank made of it, events and deliveries. */
export function mandateTimeline(mandate: MandateView, mode: string): TimelineEntry[] {
  return inOrder([
    {
      id: "accepted",
      time: mandate.createdAt,
      rank: 0,
      at: <Timestamp value={mandate.createdAt} focusable />,
      title: "The payer agreed",
      detail: <code className="font-mono text-12">{mandate.reference}</code>,
    },
    ...outcome(mandate),
    ...mandate.events.map((event) => eventHappening(event, mode)),
    ...requestHappenings(mandate.requests, mandate.events, mode),
  ]);
}

const OUTCOMES: Record<string, { title: string; tone: Tone }> = {
  pending: { title: "With the payer's bank, which has not taken it yet", tone: "info" },
  active: { title: "May be used", tone: "positive" },
  failed: { title: "The payer's bank would not take it", tone: "negative" },
  revoked: { title: "Revoked", tone: "neutral" },
  expired: { title: "Ended, because nobody used it", tone: "neutral" },
};

function outcome(mandate: MandateView): Happening[] {
  const label = OUTCOMES[mandate.status];
  if (!label) return [];
  return [
    {
      id: "outcome",
      time: mandate.updatedAt,
      rank: 20,
      tone: label.tone,
      at: <Timestamp value={mandate.updatedAt} focusable />,
      title: label.title,
      detail: mandate.revocation && (
        <span className="text-12">{revokedBy(mandate.revocation.source)}</span>
      ),
    },
  ];
}
