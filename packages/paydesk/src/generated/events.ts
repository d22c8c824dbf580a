// Generated from the API's contract by `npm run openapi`. Do not edit.

import type { NewestVersion, Version, Worlds } from "./versions.ts";

/** The object in each type of event. */
export interface EventObjects {
  /** Funds were captured and authorised. */
  "payment.succeeded": "payment" | "bank_payment";
  /** The issuer or bank declined the payment; `decline` says why. */
  "payment.failed": "payment" | "bank_payment";
  /** The payer has to authenticate or approve. Sent on every entry to that status. */
  "payment.requires_action": "payment" | "bank_payment";
  /** The call returned `processing`. Another event reports the outcome. */
  "payment.processing": "payment" | "bank_payment";
  /** A payment with manual capture was captured, whole or in part. */
  "payment.captured": "payment" | "bank_payment";
  /** It was canceled by a call, or expired before the payer acted. */
  "payment.canceled": "payment" | "bank_payment";
  /** A refund moved to another status. */
  "refund.updated": "refund";
  /** The payer's bank confirmed the credit. */
  "refund.settled": "refund";
  /** The refund was returned; the amount is back on the balance. */
  "refund.failed": "refund";
  /** A payout is above a limit of the account and waits for a second person. For a batch, `data` is the payout batch. */
  "payout.approval_requested": "payout" | "payout_batch";
  /** A second person approved or refused a payout, or the approval expired: `approval.state` says which. For a batch, `data` is the payout batch. */
  "payout.approval_decided": "payout" | "payout_batch";
  /** A payout was handed to the bank. */
  "payout.submitted": "payout";
  /** A credit landed at the beneficiary's bank. */
  "payout.settled": "payout";
  /** The beneficiary's bank rejected the credit, or sent it back after it had landed. */
  "payout.returned": "payout";
  /** A payout did not reach the beneficiary's bank because its rail could not send it. */
  "payout.failed": "payout";
  /** A mandate can be used for direct debits. */
  "mandate.active": "mandate";
  /** The bank refused a mandate. */
  "mandate.failed": "mandate";
  /** The payer canceled a mandate. */
  "mandate.revoked": "mandate";
  /** A customer subscribed to a plan. */
  "subscription.created": "subscription";
  /** A subscription changed. */
  "subscription.updated": "subscription";
  /** A renewal was not paid. */
  "subscription.past_due": "subscription";
  /** A subscription ended. */
  "subscription.canceled": "subscription";
  /** A trial ends soon. */
  "subscription.trial_ending": "subscription";
  /** An invoice was paid in full. */
  "invoice.paid": "invoice";
  /** A charge for an invoice failed, or the bank took the payment back. */
  "invoice.payment_failed": "invoice";
  /** The scheme raised a chargeback. */
  "dispute.opened": "dispute";
  /** A dispute moved to another status. */
  "dispute.updated": "dispute";
  /** A dispute was decided for the merchant. */
  "dispute.won": "dispute";
  /** A dispute was decided for the payer. */
  "dispute.lost": "dispute";
  /** A payout to the merchant's own account is scheduled. */
  "settlement.created": "settlement";
  /** A settlement reached the merchant's account. */
  "settlement.paid": "settlement";
  /** A settlement could not be paid. */
  "settlement.failed": "settlement";
  /** A prepared report file is ready: read it from `data.url`, with a key that has the scope `reports:read`. */
  "report.ready": "report";
  /** A month was closed: its files and their hash are final. */
  "month_closing.closed": "month_closing";
  /** The comparison of a closed month with the present found other corrections than the one before. */
  "month_closing.corrected": "month_closing";
}

export type EventType = keyof EventObjects;

/** Every type of event. */
export const EVENT_TYPES: readonly EventType[] = [
  "payment.succeeded",
  "payment.failed",
  "payment.requires_action",
  "payment.processing",
  "payment.captured",
  "payment.canceled",
  "refund.updated",
  "refund.settled",
  "refund.failed",
  "payout.approval_requested",
  "payout.approval_decided",
  "payout.submitted",
  "payout.settled",
  "payout.returned",
  "payout.failed",
  "mandate.active",
  "mandate.failed",
  "mandate.revoked",
  "subscription.created",
  "subscription.updated",
  "subscription.past_due",
  "subscription.canceled",
  "subscription.trial_ending",
  "invoice.paid",
  "invoice.payment_failed",
  "dispute.opened",
  "dispute.updated",
  "dispute.won",
  "dispute.lost",
  "settlement.created",
  "settlement.paid",
  "settlement.failed",
  "report.ready",
  "month_closing.closed",
  "month_closing.corrected",
];

/** One type of event in one version. */
export type EventOf<T extends EventType, V extends Version = NewestVersion> = EventFields<T, V> &
  (V extends "2026-12-01" ? { object: "event" } : { object?: "event" });

/** An event without `object`, which deliveries of earlier versions do not have. */
export interface EventFields<T extends EventType, V extends Version> {
  id: string;
  type: T;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** API version that `data` is rendered in */
  version: string;
  livemode: boolean;
  /** The complete object, as it was when the event was created */
  data: Worlds[V]["objects"][EventObjects[T]];
}

/** A state change of an object. Narrow it by `type`: `data` is then the object of that type. */
export type PaydeskEvent<V extends Version = NewestVersion> = {
  [T in EventType]: EventOf<T, V>;
}[EventType];
