import { fieldLabel, networkCodeLabel, reasonName } from "#components/disputes/reasons.ts";
import { Money } from "#components/money/money.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import type { Tone } from "#components/ui/status.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { TimelineEntry } from "#components/ui/timeline.tsx";
import type { DisputeView } from "#lib/dashboard/views/disputes.ts";
import { requestEntries } from "../../logs/request-entry.tsx";
import {
  eventEntry,
  newestFirst,
  type OrderedEntry,
  transferEntries,
} from "../../shared/event-entry.tsx";

/** Everything that happened to a dispute: payment, claim, evidence, ledger, events and deliveries. */
export function disputeTimeline(dispute: DisputeView, mode: string): TimelineEntry[] {
  return newestFirst([
    paid(dispute, mode),
    opened(dispute),
    ...statusEntries(dispute),
    ...transferEntries(dispute.transfers),
    ...dispute.events.map((event) => eventEntry(event, mode)),
    ...requestEntries(dispute.requests, dispute.events, mode),
  ]);
}

function paid({ payment, currency }: DisputeView, mode: string): OrderedEntry {
  return {
    id: "paid",
    time: payment.createdAt,
    rank: 0,
    at: <Timestamp value={payment.createdAt} focusable />,
    title: (
      <>
        <TextLink inText href={`/${mode}/payments/${payment.id}`}>
          Payment
        </TextLink>{" "}
        of <Money amount={payment.amount} currency={currency} />
      </>
    ),
  };
}

function opened(dispute: DisputeView): OrderedEntry {
  const code = dispute.networkReasonCode;
  const label = code && `${code}, ${networkCodeLabel(code) ?? "the scheme's code"}`;
  return {
    id: "opened",
    time: dispute.createdAt,
    rank: 10,
    tone: "warning",
    at: <Timestamp value={dispute.createdAt} focusable />,
    title: (
      <>
        The payer's bank returned <Money amount={dispute.amount} currency={dispute.currency} /> to
        the payer
      </>
    ),
    detail: (
      <span className="text-12">
        {[reasonName(dispute.reason), label].filter(Boolean).join(" · ")}
      </span>
    ),
  };
}

type Move = DisputeView["moves"][number];

/** Changes that stored events still show; of an older dispute only its present state. */
function statusEntries(dispute: DisputeView): OrderedEntry[] {
  const { moves, status } = dispute;
  const known = moves.map((move, index) => moveEntry(move, moves[index - 1]));
  const last = moves.at(-1)?.status ?? "needs_response";
  if (last === status) return known;
  const { title, tone } = WORDS[status] ?? { title: status, tone: "neutral" };
  return [...known, entry(dispute.updatedAt, "status", title, tone)];
}

const WORDS: Record<string, { title: string; tone: Tone }> = {
  needs_response: { title: "Evidence saved as draft", tone: "neutral" },
  under_review: { title: "Evidence submitted to the payer's bank", tone: "info" },
  won: { title: "Dispute won", tone: "positive" },
  lost: { title: "Dispute lost", tone: "negative" },
};

function moveEntry(move: Move, before: Move | undefined): OrderedEntry {
  const { title, tone } = WORDS[move.status] ?? { title: move.status, tone: "neutral" };
  const wasOpen = (before?.status ?? "needs_response") === "needs_response";
  const givenUp = move.status === "lost" && wasOpen;
  const label = [...move.evidence.map(fieldLabel), ...filesLabel(move.files)].join(", ");
  return {
    ...entry(move.at, move.eventId, givenUp ? "Dispute lost without evidence" : title, tone),
    detail: (
      <span className="text-12 [overflow-wrap:anywhere]">
        {wasOpen && !givenUp && label && `${label}. `}
        {move.requestId && (
          <>
            Request <code className="font-mono">{move.requestId}</code>
          </>
        )}
      </span>
    ),
  };
}

const filesLabel = (count: number) =>
  count === 0 ? [] : [count === 1 ? "1 file" : `${count} files`];

function entry(time: string, id: string, title: string, tone: Tone): OrderedEntry {
  const at = <Timestamp value={time} focusable />;
  return { id: `move-${id}`, time, rank: 20, tone, at, title };
}
