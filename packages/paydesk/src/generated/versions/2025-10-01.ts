// Generated from the API's contract by `npm run openapi`. Do not edit.

import type * as newest from "../objects.ts";
import type * as events from "../events.ts";
import type { Worlds } from "../versions.ts";

export { EVENT_TYPES, type EventType } from "../events.ts";
export type * from "../objects.ts";
export type * from "../requests.ts";

export type PaydeskEvent = events.PaydeskEvent<"2025-10-01">;

/** Every object, by its name in the contract. */
export type Objects = Worlds["2025-10-01"]["objects"];

/** A charge by card or another payment method */
export interface Payment {
  /** Identifier, begins with `pay_` */
  id: string;
  object: "payment";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** Integer in minor units of the currency */
  amount: number;
  /** Integer in minor units of the currency */
  amount_captured: number;
  /** Integer in minor units of the currency */
  amount_refunded: number;
  currency: string;
  status: "requires_action" | "processing" | "requires_capture" | "succeeded" | "failed" | "canceled";
  method: "card" | "apple_pay" | "google_pay" | "ideal" | "bancontact" | "eps" | "p24" | "blik" | "bacs_debit" | "sepa_debit" | "sepa_instant";
  capture: "automatic" | "manual";
  /** How the payer was authenticated; null until the issuer has answered */
  sca: "frictionless" | "3ds2" | "exempted" | "not_required" | null;
  /** What the payer must do: `redirect` means to open `redirect_url` */
  next_action: "redirect" | null;
  redirect_url: string | null;
  /** Rail that settles it; null for cards */
  settles: string | null;
  exemption: "low_value" | "trusted_beneficiary" | "transaction_risk_analysis" | null;
  exemption_outcome: "accepted" | "rejected" | null;
  customer: string | null;
  payment_method: string | null;
  card: {
    brand: string;
    last4: string;
    bin: string;
    issuer: string;
    country: string;
    funding: string;
  } | null;
  /** What the acquirer reported about a card payment. A fact that it did not tell is null */
  acquirer_response: {
    /** Electronic commerce indicator: how the payer was authenticated. `05` or `02` (Mastercard) authenticated, `06` or `01` attempted, `07` or `00` not */
    eci: string | null;
    /** Whether the issuer bears the loss if the payer disputes the payment as fraud */
    liability_shift: boolean | null;
    /** Result of the issuer's check of the billing address */
    avs_result: "match" | "no_match" | "not_checked" | "unavailable" | null;
    /** Result of the issuer's check of the security code */
    cvc_result: "match" | "no_match" | "not_checked" | "unavailable" | null;
    /** Acquirer reference number of the capture, by which the issuer finds the payment: 23 digits */
    arn: string | null;
  } | null;
  description: string | null;
  statement_descriptor: string | null;
  return_url: string | null;
  disputed: boolean;
  mandate: string | null;
  subscription: string | null;
  invoice: string | null;
  settlement: string | null;
  /** The declined payment that it retries without the payer */
  retry_of: string | null;
  /** Until when the payer can confirm it. For an authorisation created with version 2026-12-01 or later: until when it can be captured. Then it is `canceled` */
  expires_at: string | null;
  /** Paydesk's code for the reason */
  decline_code: string | null;
}

/** A return of all or a part of a captured payment */
export interface Refund {
  /** Identifier, begins with `re_` */
  id: string;
  object: "refund";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** Identifier of a payment or bank payment; the object itself when expanded */
  payment: string;
  /** Integer in minor units of the currency */
  amount: number;
  currency: string;
  status: "pending" | "submitted" | "settled" | "failed" | "canceled";
  reason: "requested_by_customer" | "duplicate" | "fraudulent" | null;
  settlement: string | null;
  failure_code: string | null;
}

/** A simulated scenario and its result */
export interface Simulation {
  object: "simulation";
  livemode: false;
  scenario: string;
  /** The object after the simulation */
  result: newest.Settlement | newest.Mandate | newest.Dispute | newest.Payout | newest.Subscription | Payment | newest.BankPayment;
}
