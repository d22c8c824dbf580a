import { Money, moneyText } from "#components/money/money.tsx";
import { RealTime } from "#components/time/time-context.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Status } from "#components/ui/status.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { TimelineEntry } from "#components/ui/timeline.tsx";
import type { EventWithDeliveriesView, TransferView } from "#lib/dashboard/views/payments.ts";

/** An entry of a timeline with its order: time, then rank (cause before effect). */
export type OrderedEntry = TimelineEntry & { time: string; rank: number };

/** Newest first; at the same time, effect before cause. */
export function newestFirst(entries: readonly OrderedEntry[]): TimelineEntry[] {
  return entries.toSorted((a, b) => b.time.localeCompare(a.time) || b.rank - a.rank);
}

const KINDS: Record<string, string> = {
  capture: "added to your balance",
  refund: "taken from your balance",
  refund_reversal: "returned to your balance",
  dispute: "returned to the payer's bank",
  dispute_reversal: "returned to your balance",
  settlement: "sent to your bank",
  settlement_paid: "arrived at your bank",
  acquirer_receipt: "received from the acquirer",
  acquirer_payment: "paid to the acquirer",
  interchange_paid: "of interchange paid to issuers",
  scheme_fee_paid: "of scheme fees paid to schemes",
  payment_failure: "returned to the payer's bank",
  settlement_failure: "returned to your balance",
  topup: "added to your payout balance",
  payout: "held on your payout balance",
  payout_settled: "sent to the beneficiary's bank",
  payout_released: "released to your payout balance; nothing was sent",
  payout_returned: "returned to your payout balance",
};

const FEE_KINDS: Record<string, string> = {
  interchange: "interchange",
  scheme_fee: "scheme fee",
  markup: "markup",
  commission: "commission",
  dispute_fee: "dispute fee",
};

const RANKS = { transfer: 30, fees: 31, event: 40 };

/** Ledger transfers as entries. The parts of one fee are one entry. */
export function transferEntries(transfers: readonly TransferView[]): OrderedEntry[] {
  const fees = transfers.filter(({ kind }) => FEE_KINDS[kind]);
  const bySource = Map.groupBy(fees, ({ sourceId }) => sourceId);
  return [
    ...transfers.filter(({ kind }) => !FEE_KINDS[kind]).map(transferEntry),
    ...[...bySource.values()].map(feeEntry),
  ];
}

function transferEntry(transfer: TransferView): OrderedEntry {
  return {
    id: transfer.id,
    time: transfer.createdAt,
    rank: RANKS.transfer,
    at: <Timestamp value={transfer.createdAt} focusable />,
    title: (
      <>
        <Money amount={transfer.amount} currency={transfer.currency} />{" "}
        {KINDS[transfer.kind] ?? transfer.kind}
      </>
    ),
    detail: (
      <span className="text-12">
        Ledger: debit <code className="font-mono">{transfer.debit}</code>, credit{" "}
        <code className="font-mono">{transfer.credit}</code>
      </span>
    ),
  };
}

function feeEntry(parts: readonly TransferView[]): OrderedEntry {
  const [first] = parts;
  const { currency = "", createdAt = "", id = "" } = first ?? {};
  const sum = parts.reduce((total, { amount }) => total + BigInt(amount), 0n);
  const label = parts.map(
    ({ kind, amount }) => `${FEE_KINDS[kind] ?? kind} ${moneyText(amount, currency)}`,
  );
  return {
    id,
    time: createdAt,
    rank: RANKS.fees,
    at: <Timestamp value={createdAt} focusable />,
    title: (
      <>
        <Money amount={sum} currency={currency} /> taken as fees
      </>
    ),
    detail: <span className="text-12">{label.join(", ")}</span>,
  };
}

/** An event with the endpoints that it was sent to. */
export function eventEntry(event: EventWithDeliveriesView, mode: string): OrderedEntry {
  const failed = event.deliveries.some(({ status }) => status === "failed");
  const retrying = event.deliveries.some(({ status }) => status === "retrying");
  return {
    id: event.id,
    time: event.createdAt,
    rank: RANKS.event,
    tone: failed ? "negative" : retrying ? "warning" : "neutral",
    at: <Timestamp value={event.createdAt} focusable />,
    title: (
      <>
        Event{" "}
        <TextLink href={`/${mode}/events/${event.id}`}>
          <code className="font-mono text-12">{event.type}</code>
        </TextLink>
      </>
    ),
    detail:
      event.deliveries.length === 0 ? (
        <span className="text-12">No endpoint subscribes to it</span>
      ) : (
        <ul className="mt-1 flex flex-col gap-1">
          <RealTime>
            {event.deliveries.map((delivery) => (
              <DeliveryListItem key={delivery.id} delivery={delivery} mode={mode} />
            ))}
          </RealTime>
        </ul>
      ),
  };
}

function DeliveryListItem(props: {
  delivery: EventWithDeliveriesView["deliveries"][number];
  mode: string;
}) {
  const { delivery, mode } = props;
  const { responseStatus, failureCause } = delivery;
  const outcome = responseStatus
    ? `answered ${responseStatus}`
    : failureCause?.replaceAll("_", " ");
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-12">
      <Status status={delivery.status} />
      <TextLink href={`/${mode}/webhooks/deliveries/${delivery.id}`}>
        {delivery.endpointUrl ? place(delivery.endpointUrl) : delivery.endpointId}
      </TextLink>
      <span className="text-ink-faint tabular-nums">
        {[
          outcome,
          delivery.attemptCount > 1 && `attempt ${delivery.attemptCount}`,
          delivery.isReplay && "replay",
        ]
          .filter(Boolean)
          .join(", ")}
        {delivery.nextAttemptAt && (
          <>
            {delivery.attemptCount > 0 && "; "}next{" "}
            <Timestamp value={delivery.nextAttemptAt} upcoming />
          </>
        )}
      </span>
    </li>
  );
}

/** `https://shop.example/hooks/paydesk` → `shop.example/hooks/paydesk` */
function place(url: string): string {
  return url.replace(/^https?:\/\//, "");
}
