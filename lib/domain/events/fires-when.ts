import type { EventType } from "./types.ts";

/** When each event is emitted (service.md §6, decisions §3). */
export const FIRES_WHEN: Readonly<Record<EventType, string>> = {
  "payment.succeeded": "Funds were captured and authorised.",
  "payment.failed": "The issuer or bank refused; `decline` says why.",
  "payment.requires_action":
    "The payer has to authenticate or approve; on every entry to that status.",
  "payment.processing":
    "The answer to the call said processing: the outcome follows as another event.",
  "payment.captured": "A payment with manual capture was captured, whole or in part.",
  "payment.canceled": "It was cancelled by a call, or expired before the payer acted.",
  "refund.updated": "A refund moved to another status.",
  "refund.settled": "The payer's bank confirmed the credit.",
  "refund.failed": "The credit came back; the amount is on the balance again.",
  "payout.approval_requested":
    "A payout is above a limit of the account and waits for a second person. Of a batch that waits, `data` is the payout batch.",
  "payout.approval_decided":
    "A second person approved or refused a payout, or nobody did in time: `approval.state` says which. Of a batch, `data` is the payout batch.",
  "payout.submitted": "A payout was handed to the bank.",
  "payout.settled": "A credit landed at the beneficiary's bank.",
  "payout.returned":
    "The beneficiary's bank rejected the credit, or sent it back after it had landed.",
  "payout.failed": "A payout never reached the beneficiary's bank: its rail could not carry it.",
  "mandate.active": "A direct debit authorisation may be used.",
  "mandate.failed": "The bank refused a direct debit authorisation.",
  "mandate.revoked": "The payer cancelled a direct debit authorisation.",
  "subscription.created": "A customer subscribed to a plan.",
  "subscription.updated": "A subscription changed.",
  "subscription.past_due": "A renewal was not paid.",
  "subscription.canceled": "A subscription ended.",
  "subscription.trial_ending": "A trial ends soon.",
  "invoice.paid": "An invoice was paid in full.",
  "invoice.payment_failed":
    "A charge for an invoice failed, or what had paid it was taken back by the bank.",
  "dispute.opened": "The scheme raised a chargeback.",
  "dispute.updated": "A dispute moved to another status.",
  "dispute.won": "A dispute was decided for the merchant.",
  "dispute.lost": "A dispute was decided for the payer.",
  "settlement.created": "A payout to the merchant's own account is scheduled.",
  "settlement.paid": "A settlement reached the merchant's account.",
  "settlement.failed": "A settlement could not be paid.",
  "report.ready": "A prepared download is ready.",
};
