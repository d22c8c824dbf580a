import { fieldLabel, networkCodeLabel, reasonName } from "#components/disputes/reasons.ts";
import { Money } from "#components/money/money.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import type { Tone } from "#components/ui/status.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { TimelineEntry } from "#components/ui/timeline.tsx";
import type { DisputeView } from "#lib/dashboard/views/disputes.ts";
import { requestHappenings } from "../../logs/request-entry.tsx";
import {
  eventHappening,
  type Happening,
  inOrder,
  transferHappenings,
} from "../../shared/event-entry.tsx";

/** All that happened to a dispute: the payment, the claim, answers, ledger, events and deliveries. */
export function disputeTimeline(dispute: DisputeView, mode: string): TimelineEntry[] {
  return inOrder([
    paid(dispute, mode),
    opened(dispute),
    ...moved(dispute),
    ...transferHappenings(dispute.transfers),
    ...dispute.events.map((event) => eventHappening(event, mode)),
    ...requestHappenings(dispute.requests, dispute.events, mode),
  ]);
}

function paid({ payment, currency }: DisputeView, mode: string): Happening {
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

function opened(dispute: DisputeView): Happening {
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
        The payer's bank took <Money amount={dispute.amount} currency={dispute.currency} /> back
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

/** The moves that events still tell of; of an older dispute only how it stands. */
function moved(dispute: DisputeView): Happening[] {
  const { moves, status } = dispute;
  const told = moves.map((move, index) => moveHappening(move, moves[index - 1]));
  const last = moves.at(-1)?.status ?? "needs_response";
  if (last === status) return told;
  const { title, tone } = WORDS[status] ?? { title: status, tone: "neutral" };
  return [...told, happening(dispute.updatedAt, "stands", title, tone)];
}

const WORDS: Record<string, { title: string; tone: Tone }> = {
  needs_response: { title: "Draft of the answer saved", tone: "neutral" },
  under_review: { title: "Answer handed in to the payer's bank", tone: "info" },
  won: { title: "Decided for you", tone: "positive" },
  lost: { title: "Lost to the payer", tone: "negative" },
};

function moveHappening(move: Move, before: Move | undefined): Happening {
  const { title, tone } = WORDS[move.status] ?? { title: move.status, tone: "neutral" };
  const wasOpen = (before?.status ?? "needs_response") === "needs_response";
  const givenUp = move.status === "lost" && wasOpen;
  const label = move.evidence.map(fieldLabel).join(", ");
  return {
    ...happening(move.at, move.eventId, givenUp ? "Lost without an answer" : title, tone),
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

function happening(time: string, id: string, title: string, tone: Tone): Happening {
  const at = <Timestamp value={time} focusable />;
  return { id: `move-${id}`, time, rank: 20, tone, at, title };
}
