import { at, DAY_MS, now, toIsoSeconds } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { EventType } from "./types.ts";

/** The status an object has right after an event, where it is not the event's own last word. */
const STATUSES: Partial<Record<EventType, string>> = {
  "payment.captured": "succeeded",
  "refund.updated": "submitted",
  "payout.failed": "failed",
  "subscription.created": "active",
  "subscription.updated": "active",
  "subscription.trial_ending": "trialing",
  "invoice.payment_failed": "open",
  "dispute.opened": "needs_response",
  "dispute.updated": "under_review",
  "settlement.created": "scheduled",
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
};

/** An object as an event of `type` might carry it, made up: for trying out a receiver. Nothing of it
 *  exists. Its id ends in `tail`. */
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
  if (family === "dispute") return { ...common, ...disputeFields(random, made.moment) };
  if (family === "settlement")
    return { ...common, ...settlementFields(common.status, made.moment) };
  if (family === "report") return { ...common, ...reportFields(made.moment) };
  return common;
}

function disputeFields(tail: string, moment: Date): Record<string, unknown> {
  return {
    payment: `pay_${tail}`,
    amount: 1250,
    currency: "EUR",
    reason: "fraudulent",
    network_reason_code: "10.4",
    evidence_due_by: toIsoSeconds(at(moment.getTime() + 14 * DAY_MS)),
    evidence: {},
    fee: 1500,
  };
}

function settlementFields(status: string, moment: Date): Record<string, unknown> {
  const cutOff = at(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);
  return {
    currency: "EUR",
    gross: 125_000,
    fees: { interchange: 375, scheme: 112, markup: 1_312, commission: 0 },
    refunds: 1250,
    chargebacks: 0,
    adjustments: 0,
    net: 121_951,
    period_start: toIsoSeconds(at(cutOff.getTime() - DAY_MS)),
    period_end: toIsoSeconds(cutOff),
    arrival_date: at(cutOff.getTime() + 2 * DAY_MS)
      .toISOString()
      .slice(0, 10),
    bank_account_last4: "0000",
    transaction_count: 100,
    failure_reason: status === "failed" ? "account_closed" : null,
  };
}

function reportFields(moment: Date): Record<string, unknown> {
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
    expires: toIsoSeconds(at(moment.getTime() + 7 * DAY_MS)),
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
    mandate: null,
    subscription: null,
    invoice: null,
    settlement: null,
    expires_at: null,
  };
}
