import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";

/** Every event type with the class of its retry ladder (decisions §1). */
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
  "month_closing.closed": "settlement",
  "month_closing.corrected": "settlement",
} as const satisfies Record<string, RetryClass>;

export type EventType = keyof typeof EVENT_TYPES;

/** The kind of object of an event: `payment` of `payment.succeeded`. */
export type EventNoun = EventType extends `${infer Noun}.${string}` ? Noun : never;
export type RetryClass = "payment" | "payout" | "settlement";

/** An event to emit. `data` is the whole object in the newest wire shape. */
export type NewEvent = {
  type: EventType;
  objectId: string;
  data: Record<string, unknown>;
  /** When it happened, in the account's time; default: now. */
  createdAt?: Date;
  /** The recorded trace to which it belongs, which its deliveries continue; default: that of the running call. */
  traceparent?: string | null;
};

export type Event = NewEvent & {
  id: Id<"evt">;
  accountId: Id<"acct">;
  mode: Mode;
  /** The version of `data`'s shape: the newest one when the event was written. */
  version: string;
  requestId: Id<"req"> | null;
  createdAt: Date;
};

/** An event with its data as the JSON that is stored, from which `data` is parsed when it is asked for. */
export type StoredEvent = Event & { readonly json: string };

/** When each event is emitted (service.md §6, decisions §3). */
export const FIRES_WHEN: Readonly<Record<EventType, string>> = {
  "payment.succeeded": "Funds were captured and authorised.",
  "payment.failed": "The issuer or bank declined the payment; `decline` says why.",
  "payment.requires_action":
    "The payer has to authenticate or approve. Sent on every entry to that status.",
  "payment.processing": "The call returned `processing`. Another event reports the outcome.",
  "payment.captured": "A payment with manual capture was captured, whole or in part.",
  "payment.canceled": "It was canceled by a call, or expired before the payer acted.",
  "refund.updated": "A refund moved to another status.",
  "refund.settled": "The payer's bank confirmed the credit.",
  "refund.failed": "The refund was returned; the amount is back on the balance.",
  "payout.approval_requested":
    "A payout is above a limit of the account and waits for a second person. For a batch, `data` is the payout batch.",
  "payout.approval_decided":
    "A second person approved or refused a payout, or the approval expired: `approval.state` says which. For a batch, `data` is the payout batch.",
  "payout.submitted": "A payout was handed to the bank.",
  "payout.settled": "A credit landed at the beneficiary's bank.",
  "payout.returned":
    "The beneficiary's bank rejected the credit, or sent it back after it had landed.",
  "payout.failed":
    "A payout did not reach the beneficiary's bank because its rail could not send it.",
  "mandate.active": "A mandate can be used for direct debits.",
  "mandate.failed": "The bank refused a mandate.",
  "mandate.revoked": "The payer canceled a mandate.",
  "subscription.created": "A customer subscribed to a plan.",
  "subscription.updated": "A subscription changed.",
  "subscription.past_due": "A renewal was not paid.",
  "subscription.canceled": "A subscription ended.",
  "subscription.trial_ending": "A trial ends soon.",
  "invoice.paid": "An invoice was paid in full.",
  "invoice.payment_failed": "A charge for an invoice failed, or the bank took the payment back.",
  "dispute.opened": "The scheme raised a chargeback.",
  "dispute.updated": "A dispute moved to another status.",
  "dispute.won": "A dispute was decided for the merchant.",
  "dispute.lost": "A dispute was decided for the payer.",
  "settlement.created": "A payout to the merchant's own account is scheduled.",
  "settlement.paid": "A settlement reached the merchant's account.",
  "settlement.failed": "A settlement could not be paid.",
  "report.ready":
    "A prepared report file is ready: read it from `data.url`, with a key that has the scope `reports:read`.",
  "month_closing.closed": "A month was closed: its files and their hash are final.",
  "month_closing.corrected":
    "The comparison of a closed month with the present found other corrections than the one before.",
};
