import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";

/** Every type we emit today, with the retry ladder it follows (decisions §1). */
export const EVENT_TYPES = {
  "payment.succeeded": "payment",
  "payment.failed": "payment",
  "payment.requires_action": "payment",
  "payment.processing": "payment",
  "payment.captured": "payment",
  "payment.canceled": "payment",
  "refund.updated": "payment",
  "refund.settled": "payment",
  "refund.failed": "payment",
  "payout.approval_requested": "payout",
  "payout.approval_decided": "payout",
  "payout.submitted": "payout",
  "payout.settled": "payout",
  "payout.returned": "payout",
  "payout.failed": "payout",
  "mandate.active": "payout",
  "mandate.failed": "payout",
  "mandate.revoked": "payout",
  "subscription.created": "payment",
  "subscription.updated": "payment",
  "subscription.past_due": "payment",
  "subscription.canceled": "payment",
  "subscription.trial_ending": "payment",
  "invoice.paid": "payment",
  "invoice.payment_failed": "payment",
  "dispute.opened": "payment",
  "dispute.updated": "payment",
  "dispute.won": "payment",
  "dispute.lost": "payment",
  "settlement.created": "settlement",
  "settlement.paid": "settlement",
  "settlement.failed": "settlement",
  "report.ready": "settlement",
} as const satisfies Record<string, RetryClass>;

export type EventType = keyof typeof EVENT_TYPES;
export type RetryClass = "payment" | "payout" | "settlement";

/** A fact to announce. `data` is the whole object in the newest wire shape. */
export type NewEvent = {
  type: EventType;
  objectId: string;
  data: Record<string, unknown>;
  /** When it happened, in the account's time; the present when left out. */
  createdAt?: Date;
};

export type Event = NewEvent & {
  id: Id<"evt">;
  accountId: Id<"acct">;
  mode: Mode;
  /** The version whose shape `data` has: the newest when it was written. */
  version: string;
  requestId: Id<"req"> | null;
  createdAt: Date;
};
