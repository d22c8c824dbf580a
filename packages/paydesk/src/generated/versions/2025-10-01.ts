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
  /** Always `payment` */
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
  /** ISO 4217 code in upper case */
  currency: string;
  /** `succeeded`, `failed` and `canceled` are final, except that a bank can take a debit back */
  status: "requires_action" | "processing" | "requires_capture" | "succeeded" | "failed" | "canceled";
  /** The payment method */
  method: "card" | "apple_pay" | "google_pay" | "ideal" | "bancontact" | "eps" | "p24" | "blik" | "bacs_debit" | "sepa_debit" | "sepa_instant";
  /** `manual` only authorises the payment; it is captured by a call */
  capture: "automatic" | "manual";
  /** How the payer was authenticated; null until the issuer has answered */
  sca: "frictionless" | "3ds2" | "exempted" | "not_required" | null;
  /** What the payer must do: `redirect` means to open `redirect_url` */
  next_action: "redirect" | null;
  /** Where to send the payer's browser; null unless `next_action` is `redirect` */
  redirect_url: string | null;
  /** Rail that settles it; null for cards */
  settles: string | null;
  /** The requested exemption from strong customer authentication */
  exemption: "low_value" | "trusted_beneficiary" | "transaction_risk_analysis" | null;
  /** Whether the issuer accepted the exemption; null if none was requested */
  exemption_outcome: "accepted" | "rejected" | null;
  /** Identifier of a customer; the object itself when expanded */
  customer: string | null;
  /** Identifier of a payment method; the object itself when expanded */
  payment_method: string | null;
  /** The card, also of a wallet; null for other methods */
  card: {
    /** The card's brand, such as `visa` */
    brand: string;
    /** The last four digits of the number */
    last4: string;
    /** The first digits of the number, which identify the issuer */
    bin: string;
    /** The bank that issued the card */
    issuer: string;
    /** The issuer's country */
    country: string;
    /** How the card is funded */
    funding: "credit" | "debit" | "prepaid";
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
  /** Your text */
  description: string | null;
  /** Shown on the payer's statement */
  statement_descriptor: string | null;
  /** Where the payer's browser goes after the redirect */
  return_url: string | null;
  /** Whether a dispute was opened about it */
  disputed: boolean;
  /** Identifier of a mandate; the object itself when expanded */
  mandate: string | null;
  /** Identifier of a subscription; the object itself when expanded */
  subscription: string | null;
  /** Identifier of an invoice; the object itself when expanded */
  invoice: string | null;
  /** Identifier of a settlement; the object itself when expanded */
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
  /** Always `refund` */
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
  /** ISO 4217 code in upper case */
  currency: string;
  /** `settled`, `failed` and `canceled` are final */
  status: "pending" | "submitted" | "settled" | "failed" | "canceled";
  /** Why you refunded it */
  reason: "requested_by_customer" | "duplicate" | "fraudulent" | null;
  /** Identifier of a settlement; the object itself when expanded */
  settlement: string | null;
  /** Why the payer's bank rejected the money; null unless `status` is `failed` */
  failure_code: string | null;
}

/** A simulated scenario and its result */
export interface Simulation {
  /** Always `simulation` */
  object: "simulation";
  /** Whether it is in live mode */
  livemode: false;
  /** What happened to the object */
  scenario: string;
  /** The object after the simulation */
  result: newest.Settlement | newest.Mandate | newest.Dispute | newest.Payout | newest.Subscription | Payment | newest.BankPayment;
}

/** Any error */
export interface ErrorBody {
  /** What went wrong */
  error: {
    /** The class of the error */
    type: "invalid_request_error" | "authentication_error" | "card_error" | "permission_error" | "idempotency_error" | "rate_limit_error" | "api_error";
    /** The code that clients branch on */
    code: "parameter_invalid" | "version_unknown" | "key_missing" | "key_invalid" | "card_declined" | "key_scope" | "tls_required" | "resource_missing" | "method_not_allowed" | "state_invalid" | "idempotency_conflict" | "idempotency_in_progress" | "request_too_large" | "content_type_unsupported" | "rate_limited" | "gateway_error";
    /** For people; the text may change */
    message: string;
    /** The invalid parameter, such as `card[number]` */
    param?: string | undefined;
    /** With a 402: Paydesk's code for the reason */
    decline_code?: string | undefined;
    /** With a 402: the scheme's or bank's code */
    network_decline_code?: string | undefined;
    /** With a 402: whether to retry the payment */
    advice_code?: "try_again_later" | "do_not_try_again" | "confirm_card_data" | undefined;
    /** With a 402: the failed payment */
    payment?: Payment | undefined;
    /** Quote it to support */
    request_id: string;
    /** The explanation of the code */
    doc_url: string;
  };
}
