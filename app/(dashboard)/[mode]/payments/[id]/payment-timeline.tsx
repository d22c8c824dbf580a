import { Money } from "#components/money/money.tsx";
import { declineName } from "#components/payments/decline-names.ts";
import { methodName, refundReasonLabel, scaLabel } from "#components/payments/labels.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import type { Tone } from "#components/ui/status.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { TimelineEntry } from "#components/ui/timeline.tsx";
import type { PaymentView } from "#lib/dashboard/views/payments.ts";
import { requestEntries } from "../../logs/request-entry.tsx";
import {
  eventEntry,
  newestFirst,
  type OrderedEntry,
  transferEntries,
} from "../../shared/event-entry.tsx";

/** Everything that happened to a payment: request, rail, ledger, events with deliveries, refunds. */
export function paymentTimeline(payment: PaymentView, mode: string): TimelineEntry[] {
  return newestFirst([
    requested(payment),
    outcome(payment),
    ...transferEntries(payment.transfers),
    ...payment.refunds.map((refund) => refunded(refund, mode)),
    ...payment.events.map((event) => eventEntry(event, mode)),
    ...requestEntries(payment.requests, payment.events, mode),
  ]);
}

function requested(payment: PaymentView): OrderedEntry {
  return {
    id: "requested",
    time: payment.createdAt,
    rank: 0,
    at: <Timestamp value={payment.createdAt} focusable />,
    title: (
      <>
        <Money amount={payment.amount} currency={payment.currency} /> requested by{" "}
        {payment.instrument.method === "card" ? "card" : methodName(payment.instrument.method)}
      </>
    ),
    // Requests older than the log are named without a link.
    detail: payment.requestId && !payment.requests.some(({ id }) => id === payment.requestId) && (
      <span className="text-12">
        Request <code className="font-mono">{payment.requestId}</code>
      </span>
    ),
  };
}

/** When the rail's answer was recorded: the time of the first event or transfer after it. */
function outcomeTime(payment: PaymentView): string {
  const own = ({ createdAt }: { createdAt: string }) => createdAt;
  const times = [
    ...payment.transfers.filter(({ kind }) => kind === "capture").map(own),
    ...payment.events.filter(({ objectId }) => objectId === payment.id).map(own),
  ].sort();
  if (times[0]) return times[0];
  return payment.apiStatus === "processing" ? payment.createdAt : payment.updatedAt;
}

function outcome(payment: PaymentView): OrderedEntry {
  const { title, tone, more } = outcomeLabel(payment);
  const time = outcomeTime(payment);
  const facts = [
    more,
    payment.sca && `Authentication: ${scaLabel(payment.sca).word}`,
    payment.railReference && `Rail's reference ${payment.railReference}`,
  ];
  return {
    id: "outcome",
    time,
    rank: 20,
    tone,
    at: <Timestamp value={time} focusable />,
    title,
    detail: (
      <span className="text-12">
        {facts.filter(Boolean).join(" · ")}
        {payment.railCheckAt && payment.apiStatus === "processing" && (
          <>
            Next check at the rail <Timestamp value={payment.railCheckAt} />
          </>
        )}
      </span>
    ),
  };
}

/** `Declined by Donaubank: insufficient funds`, `Declined by Donaubank without a reason`. */
function refusalTitle(issuer: string, reason: string): string {
  const start = `Declined by ${issuer}`;
  return reason.startsWith("Refused ")
    ? `${start} ${reason.slice("Refused ".length)}`
    : `${start}: ${reason.toLowerCase()}`;
}

type Label = { title: string; tone: Tone; more?: string };

function outcomeLabel(payment: PaymentView): Label {
  const issuer = payment.card?.issuer || (payment.card ? "the issuer" : "the payer's bank");
  if (payment.decline && payment.apiStatus === "failed") {
    const { code, networkCode } = payment.decline;
    return {
      title: refusalTitle(issuer, declineName(code).title),
      tone: "negative",
      more: networkCode ? `Network code ${networkCode}` : undefined,
    };
  }
  const label: Record<string, Label> = {
    succeeded: { title: `Approved by ${issuer}`, tone: "positive" },
    requires_capture: {
      title: `Authorised by ${issuer}, not captured yet`,
      tone: "warning",
      more: "The money is held for you until the authorisation expires",
    },
    requires_action: { title: "Waiting for the payer to confirm", tone: "warning" },
    processing: { title: `Sent to ${issuer}, no outcome yet`, tone: "info" },
    canceled: { title: "Canceled before any money moved", tone: "neutral" },
    failed: { title: `Declined by ${issuer}`, tone: "negative" },
  };
  return label[payment.apiStatus] ?? { title: payment.apiStatus, tone: "neutral" };
}

function refunded(refund: PaymentView["refunds"][number], mode: string): OrderedEntry {
  return {
    id: refund.id,
    time: refund.createdAt,
    rank: 10,
    tone: refund.status === "failed" ? "negative" : "neutral",
    at: <Timestamp value={refund.createdAt} focusable />,
    title: (
      <>
        <TextLink inText href={`/${mode}/refunds/${refund.id}`}>
          Refund
        </TextLink>{" "}
        of <Money amount={refund.amount} currency={refund.currency} /> requested
      </>
    ),
    detail: refund.reason && <span className="text-12">{refundReasonLabel(refund.reason)}</span>,
  };
}
