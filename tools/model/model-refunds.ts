import { CARDS, type Model, type ModelRefund, type RefundStatus, TAKE_OVER } from "./model.ts";

/** How long a slow refund is queued, and how long it is at the payer's bank. */
const REFUND_STAGE = 10_000;

export function openRefund(model: Model, payment: number, amount: number): ModelRefund {
  const refund: ModelRefund = {
    payment,
    amount,
    createdAt: model.now,
    status: "pending",
    answered: false,
    checkAt: model.now + TAKE_OVER,
    leasedUntil: null,
    events: [],
    booked: 0,
    rail: { known: false, canceled: false },
  };
  model.refunds.push(refund);
  model.payments[payment]!.refunded += amount;
  return refund;
}

type Stage = "queued" | "submitted" | "settled" | "failed" | "canceled";

/** The refund's state at the rail, and until when. */
export function stageOf(model: Model, refund: ModelRefund): { stage: Stage; until: number | null } {
  const card = CARDS[model.payments[refund.payment]!.card];
  const first = refund.createdAt + REFUND_STAGE;
  const second = first + REFUND_STAGE;
  if (refund.rail.canceled) return { stage: "canceled", until: null };
  if (card === "refund_waits" && model.now < first) return { stage: "queued", until: first };
  if (card === "refund_waits" && model.now < second) return { stage: "submitted", until: second };
  if (card === "refund_fails") {
    return model.now < first
      ? { stage: "submitted", until: first }
      : { stage: "failed", until: null };
  }
  return { stage: "settled", until: null };
}

const WAYS: Record<Stage, RefundStatus[]> = {
  queued: ["pending"],
  submitted: ["pending", "submitted"],
  settled: ["pending", "submitted", "settled"],
  failed: ["pending", "submitted", "failed"],
  canceled: ["pending", "canceled"],
};

/** Our books learn the refund's state: every transition up to it is made and announced. */
export function hearRefund(model: Model, refund: ModelRefund): void {
  const { stage, until } = stageOf(model, refund);
  const way = WAYS[stage];
  refund.answered = true;
  refund.checkAt = until;
  for (const status of way.slice(way.indexOf(refund.status) + 1)) moveRefund(model, refund, status);
}

export function moveRefund(model: Model, refund: ModelRefund, status: RefundStatus): void {
  refund.status = status;
  refund.events.push("refund.updated");
  if (status === "settled" || status === "failed") refund.events.push(`refund.${status}`);
  if (status === "submitted") refund.booked = refund.amount;
  if (status === "failed") refund.booked = 0;
  if (status === "failed" || status === "canceled") {
    model.payments[refund.payment]!.refunded -= refund.amount;
  }
}
