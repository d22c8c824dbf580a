import { Money } from "#components/money/money.tsx";
import { declineName } from "#components/payments/decline-names.ts";
import { Instrument } from "#components/payments/instrument.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import type { Tone } from "#components/ui/status-labels.ts";
import { TextLink } from "#components/ui/text-link.tsx";
import type { TimelineEntry } from "#components/ui/timeline.tsx";
import type { AttemptOfInvoiceView, SubscriptionView } from "#lib/dashboard/views/billing.ts";
import { requestEntries } from "../../logs/request-entry.tsx";
import { eventEntry, newestFirst, type OrderedEntry } from "../../shared/event-entry.tsx";

/** Everything that happened to a subscription: its start, every attempt to collect, events and deliveries. */
export function subscriptionTimeline(
  subscription: SubscriptionView,
  mode: string,
): TimelineEntry[] {
  return newestFirst([
    startEntry(subscription),
    ...subscription.attempts.map((attempt) => attemptEntry(attempt, mode)),
    ...subscription.events.map((event) => eventEntry(event, mode)),
    ...requestEntries(subscription.requests, subscription.events, mode),
  ]);
}

function startEntry({ createdAt, trialEnd }: SubscriptionView): OrderedEntry {
  return {
    id: "begun",
    time: createdAt,
    rank: 0,
    at: <Timestamp value={createdAt} focusable />,
    title: trialEnd ? "Subscribed, with a trial" : "Subscribed",
    detail: trialEnd && (
      <span className="text-12">
        Trial ends <Timestamp value={trialEnd} />
      </span>
    ),
  };
}

const TRIES: Record<string, { label: string; tone: Tone }> = {
  succeeded: { label: "was charged", tone: "positive" },
  failed: { label: "was declined", tone: "negative" },
  canceled: { label: "was not confirmed in time", tone: "negative" },
  requires_action: { label: "is waiting for the payer to confirm", tone: "warning" },
  processing: { label: "was sent to the bank", tone: "info" },
};

/** One attempt to collect an invoice. */
export function attemptEntry(attempt: AttemptOfInvoiceView, mode: string): OrderedEntry {
  const { label, tone } = TRIES[attempt.status] ?? { label: attempt.status, tone: "neutral" };
  return {
    id: attempt.id,
    time: attempt.createdAt,
    rank: 10,
    tone,
    at: <Timestamp value={attempt.createdAt} focusable />,
    title: (
      <>
        <TextLink inText href={`/${mode}/payments/${attempt.id}`}>
          <Money amount={attempt.amount} currency={attempt.currency} />
        </TextLink>{" "}
        {label}
      </>
    ),
    detail: (
      <span className="text-12">
        <Instrument {...attempt.instrument} />
        {attempt.declineCode && ` · ${declineName(attempt.declineCode).title}`}
        {attempt.isHard && " · no retry"}
        {attempt.isByMerchant && " · under the payer's mandate"}
      </span>
    ),
  };
}
