import { reasonMessage } from "#lib/kernel/bank-reasons.ts";
import { DAY_MS, dateFromMs, now, toIsoSeconds } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { EventType } from "./types.ts";

/** The object's status after an event whose type does not end with that status. */
const STATUSES: Partial<Record<EventType, string>> = {
  "payment.captured": "succeeded",
  "refund.updated": "submitted",
  "payout.failed": "failed",
  "payout.approval_requested": "pending",
  "payout.approval_decided": "pending",
  "subscription.created": "active",
  "subscription.updated": "active",
  "subscription.trial_ending": "trialing",
  "invoice.payment_failed": "open",
  "dispute.opened": "needs_response",
  "dispute.updated": "under_review",
  "settlement.created": "scheduled",
  "month_closing.corrected": "closed",
};

const PREFIXES: Record<string, string> = {
  payment: "pay",
  refund: "re",
  payout: "po",
  mandate: "mdt",
  subscription: "sub",
  invoice: "in",
  dispute: "dp",
  settlement: "stl",
  report: "dl",
  month_closing: "mcl",
};

/** A made-up object for a test event of `type`. It does not exist; its id ends in `tail`. */
export function sampleOf(
  type: EventType,
  mode: Mode,
  made: { tail: string; moment: Date } = { tail: newId("evt").slice("evt_".length), moment: now() },
): Record<string, unknown> {
  const [family = "", word = ""] = type.split(".");
  const random = made.tail;
  const common = {
    id: `${PREFIXES[family] ?? family}_${random}`,
    object: family,
    livemode: mode === "live",
    created: toIsoSeconds(made.moment),
    metadata: {},
    status: STATUSES[type] ?? word,
  };
  if (family === "payment") return { ...common, ...paymentFields(common.status) };
  if (family === "refund") {
    return {
      ...common,
      payment: `pay_${random}`,
      amount: 1250,
      currency: "EUR",
      reason: "requested_by_customer",
      failure_reason: null,
      settlement: null,
    };
  }
  if (family === "payout")
    return {
      ...common,
      ...payoutFields(random, common.status, made.moment),
      ...approvalOf(type, made),
    };
  if (family === "dispute") return { ...common, ...disputeFields(random, made.moment) };
  if (family === "mandate") return { ...common, ...mandateFields(common.status, made) };
  if (family === "settlement")
    return { ...common, ...settlementFields(common.status, made.moment) };
  if (family === "subscription") return { ...common, ...subscriptionFields(common.status, made) };
  if (family === "invoice") return { ...common, ...invoiceFields(common.status, made) };
  if (family === "report") return { ...common, ...reportFields(made.moment, made.tail) };
  if (family === "month_closing") return { ...common, ...closingFields(type, made.moment) };
  return common;
}

function closingFields(type: EventType, moment: Date): Record<string, unknown> {
  const month = toIsoSeconds(dateFromMs(moment.getTime() - 31 * DAY_MS)).slice(0, 7);
  const [at, sha256] = [toIsoSeconds(moment), "0".repeat(64)];
  const isCorrected = type === "month_closing.corrected";
  const total = { file: "journal", currency: "EUR", count: 1, amount: 1250 };
  const files = { file: "journal", name: `${month}_journal.journal`, row_count: 0, byte_count: 0 };
  return {
    ...{ month, timezone: "Europe/Berlin", as_of: at, finished: at, sha256, books_proof: null },
    files: [{ ...files, sha256 }],
    corrections: {
      ...{ checked: isCorrected ? at : null, next_check: null, complete: true },
      totals: isCorrected ? [total] : [],
    },
  };
}

/** Only events of approvals have one. */
function approvalOf(type: EventType, { tail, moment }: { tail: string; moment: Date }) {
  const isDecided = type === "payout.approval_decided";
  if (!isDecided && type !== "payout.approval_requested") return { approval: null };
  return {
    approval: {
      required: true,
      state: isDecided ? "approved" : "pending",
      requested_by: `key_${tail}`,
      decided_by: isDecided ? `usr_${tail}` : null,
      expires_at: toIsoSeconds(dateFromMs(moment.getTime() + 3 * DAY_MS)),
    },
  };
}

function payoutFields(tail: string, status: string, moment: Date): Record<string, unknown> {
  const reasons: Record<string, object> = {
    returned: { code: "AC04", message: reasonMessage("AC04") },
    failed: { code: "AB08", message: reasonMessage("AB08") },
  };
  return {
    amount: 125_000,
    currency: "EUR",
    beneficiary: {
      name: "Ada Lindqvist",
      iban: "DE23999999990000000000",
      account_number: null,
      sort_code: null,
      bic: null,
      country: "DE",
    },
    payee_verification: "match",
    rail_requested: "sepa_instant",
    rail: "sepa_instant",
    fallback_reason: null,
    reference: "Invoice 2026-118",
    end_to_end_id: tail.toUpperCase(),
    return_reason: reasons[status] ?? null,
    batch: null,
    arrival_date: moment.toISOString().slice(0, 10),
  };
}

function disputeFields(tail: string, moment: Date): Record<string, unknown> {
  return {
    payment: `pay_${tail}`,
    amount: 1250,
    currency: "EUR",
    reason: "fraudulent",
    network_reason_code: "10.4",
    evidence_due_by: toIsoSeconds(dateFromMs(moment.getTime() + 14 * DAY_MS)),
    evidence: {},
    evidence_files: [],
    fee: 1500,
  };
}

function mandateFields(status: string, { tail, moment }: { tail: string; moment: Date }) {
  return {
    scheme: "sepa_core",
    reference: `PD${tail.toUpperCase()}`,
    customer: null,
    payment_method: `pm_${tail}`,
    accepted_at: toIsoSeconds(moment),
    accepted_ip: null,
    failure_code: status === "failed" ? "AC01" : null,
    revocation: status === "revoked" ? { source: "payer", code: "MD01" } : null,
    expires_at:
      status === "active" ? toIsoSeconds(dateFromMs(moment.getTime() + 1_096 * DAY_MS)) : null,
  };
}

function settlementFields(status: string, moment: Date): Record<string, unknown> {
  const cutOff = dateFromMs(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);
  const arrival = dateFromMs(cutOff.getTime() + 2 * DAY_MS);
  return {
    currency: "EUR",
    gross: 125_000,
    fees: { interchange: 375, scheme: 112, markup: 1_312, commission: 0 },
    refunds: 1250,
    chargebacks: 0,
    adjustments: 0,
    net: 121_951,
    period_start: toIsoSeconds(dateFromMs(cutOff.getTime() - DAY_MS)),
    period_end: toIsoSeconds(cutOff),
    arrival_date: arrival.toISOString().slice(0, 10),
    paid_at: status === "paid" ? toIsoSeconds(arrival) : null,
    bank_account_last4: "0000",
    bank_reference: "PD1A5B9C3D7E2F4G6H",
    transaction_count: 100,
    failure_reason: status === "failed" ? "account_closed" : null,
  };
}

type Made = { tail: string; moment: Date };

function subscriptionFields(status: string, { tail, moment }: Made): Record<string, unknown> {
  const dayAfter = (days: number) => toIsoSeconds(dateFromMs(moment.getTime() + days * DAY_MS));
  const trial = status === "trialing";
  const unpaid = status === "past_due";
  return {
    customer: `cus_${tail}`,
    plan: `plan_${tail}`,
    quantity: 1,
    payment_method: `pm_${tail}`,
    mandate: null,
    trial_end: trial ? dayAfter(14) : null,
    current_period_start: toIsoSeconds(moment),
    current_period_end: dayAfter(trial ? 14 : 30),
    proration_behavior: "create_prorations",
    cancel_at_period_end: false,
    canceled_at: status === "canceled" ? toIsoSeconds(moment) : null,
    latest_invoice: trial ? null : `in_${tail}`,
    dunning: {
      attempt: 0,
      next_attempt_at: unpaid ? dayAfter(1) : null,
      final_action: "cancel",
      final_action_at: unpaid ? dayAfter(7) : null,
    },
    next_action: null,
    redirect_url: null,
  };
}

function invoiceFields(status: string, { tail, moment }: Made): Record<string, unknown> {
  const start = toIsoSeconds(moment);
  const end = toIsoSeconds(dateFromMs(moment.getTime() + 30 * DAY_MS));
  return {
    subscription: `sub_${tail}`,
    customer: `cus_${tail}`,
    number: "INV-000042",
    currency: "EUR",
    lines: [{ description: "1 × Team", amount: 1250, proration: false, period: { start, end } }],
    subtotal: 1250,
    amount_due: 1250,
    amount_paid: status === "paid" ? 1250 : 0,
    due_date: start,
    attempt_count: 1,
    payment: `pay_${tail}`,
  };
}

function reportFields(moment: Date, tail: string): Record<string, unknown> {
  return {
    type: "settlement",
    layout: "native",
    timezone: "Europe/Berlin",
    from: "2026-04-01T00:00:00",
    to: "2026-05-01T00:00:00",
    row_count: 10_412,
    byte_count: 2_915_360,
    sha256: "e0112300d43831f9ab19c8b1f4a3ad34ba4d9b2d2c8c0fd6dd1a6f9e5f3b6a1c",
    finished: toIsoSeconds(moment),
    expires: toIsoSeconds(dateFromMs(moment.getTime() + 7 * DAY_MS)),
    url: `/v1/report_runs/dl_${tail}?format=csv`,
    schedule: null,
  };
}

function paymentFields(status: string): Record<string, unknown> {
  const failed = status === "failed";
  const acts = status === "requires_action";
  return {
    amount: 1250,
    currency: "EUR",
    method: "card",
    sca: acts ? "3ds2" : "frictionless",
    next_action: acts ? "redirect" : null,
    redirect_url: null,
    settles: null,
    exemption: null,
    exemption_outcome: null,
    capture: "automatic",
    amount_captured: status === "succeeded" ? 1250 : 0,
    amount_refunded: 0,
    customer: null,
    payment_method: null,
    description: "Test event",
    statement_descriptor: null,
    return_url: null,
    disputed: false,
    decline: failed
      ? { code: "do_not_honor", network_code: "05", advice_code: "try_again_later" }
      : null,
    card: {
      brand: "visa",
      last4: "4242",
      bin: "424242",
      issuer: "Sandbox Bank",
      country: "DE",
      funding: "credit",
    },
    acquirer_response: acts
      ? null
      : {
          eci: "05",
          liability_shift: true,
          avs_result: "not_checked",
          cvc_result: "match",
          arn: status === "succeeded" ? "74120806102000012345671" : null,
        },
    mandate: null,
    subscription: null,
    invoice: null,
    settlement: null,
    retry_of: null,
    expires_at: null,
  };
}
