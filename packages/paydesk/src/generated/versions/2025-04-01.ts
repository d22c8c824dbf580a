// Generated from the API's contract by `npm run openapi`. Do not edit.

import type * as newest from "../objects.ts";
import type * as events from "../events.ts";
import type { Worlds } from "../versions.ts";

export { EVENT_TYPES, type EventType } from "../events.ts";
export type * from "../objects.ts";
export type * from "../requests.ts";

export type PaydeskEvent = events.PaydeskEvent<"2025-04-01">;

/** Every object, by its name in the contract. */
export type Objects = Worlds["2025-04-01"]["objects"];

/** A payment that the payer approves in their bank's app */
export interface BankPayment {
  /** Identifier, begins with `bp_` */
  id: string;
  /** Always `bank_payment` */
  object: "bank_payment";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** Integer in minor units of the currency */
  amount: number;
  /** Integer in minor units of the currency */
  amount_refunded: number;
  /** ISO 4217 code in upper case */
  currency: string;
  /** The same statuses as those of other payments */
  status: "requires_action" | "processing" | "requires_capture" | "succeeded" | "failed" | "canceled";
  /** Its progress at the payer's bank */
  bank_status: "authorization_required" | "authorizing" | "authorized" | "executed" | "settled" | "failed";
  /** null until the payer has chosen a bank */
  bank_id: string | null;
  /** What you know about the payer */
  payer: {
    /** The payer's name */
    name: string | null;
    /** ISO 3166-1 alpha-2 code in upper case */
    country: string | null;
  };
  /** Shown on the payer's statement */
  reference: string;
  /** Stays the same at every bank that handles the payment */
  end_to_end_id: string;
  /** Your text */
  description: string | null;
  /** What the payer must do: `redirect` means to open `redirect_url` */
  next_action: "redirect" | null;
  /** Why it failed; null unless `status` is `failed` */
  failure_reason: string | null;
  /** Whether a dispute was opened about it */
  disputed: boolean;
  /** Identifier of a settlement; the object itself when expanded */
  settlement: string | null;
  /** When it is canceled unless the payer approves it before */
  expires_at: string | null;
  /** Holds `url` and `return_url`; null if there is nothing to show */
  redirect: {
    /** Where the payer approves the payment */
    url: string | null;
    /** Where the payer's browser goes after the bank */
    return_url: string | null;
  } | null;
}

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
  /** How the payer was authenticated; null until the issuer has answered */
  sca: "frictionless" | "3ds2" | "exempted" | "not_required" | null;
  /** What the payer must do: `redirect` means to open `redirect_url` */
  next_action: "redirect" | null;
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
  /** Whether it is captured when it is authorised */
  capture: boolean;
  /** Holds `url` and `return_url`; null if there is nothing to show */
  redirect: {
    /** Where to send the payer's browser; null unless `next_action` is `redirect` */
    url: string | null;
    /** Where the payer's browser goes after the redirect */
    return_url: string | null;
  } | null;
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
  result: newest.Settlement | newest.Mandate | newest.Dispute | newest.Payout | Subscription | Payment | BankPayment;
}

/** A customer's recurring order of a plan */
export interface Subscription {
  /** Identifier, begins with `sub_` */
  id: string;
  /** Always `subscription` */
  object: "subscription";
  /** Whether it is in live mode */
  livemode: boolean;
  /** UTC, ISO 8601, whole seconds */
  created: string;
  /** Your key–value pairs */
  metadata: Record<string, string>;
  /** Identifier of a customer; the object itself when expanded */
  customer: string;
  /** Identifier of a plan; the object itself when expanded */
  plan: string;
  /** Units of the plan */
  quantity: number;
  /** `past_due` while dunning tries to collect an invoice */
  status: "incomplete" | "incomplete_expired" | "trialing" | "active" | "past_due" | "unpaid" | "canceled";
  /** Identifier of a payment method; the object itself when expanded */
  payment_method: string;
  /** Identifier of a mandate; the object itself when expanded */
  mandate: string | null;
  /** End of the trial; null without one */
  trial_end: string | null;
  /** Start of the billed period */
  current_period_start: string;
  /** End of the billed period */
  current_period_end: string;
  /** How changes within a period are billed */
  proration_behavior: "create_prorations" | "always_invoice" | "none";
  /** Whether it ends with the current period */
  cancel_at_period_end: boolean;
  /** When it ended, or was told to end; null otherwise */
  canceled_at: string | null;
  /** Identifier of an invoice; the object itself when expanded */
  latest_invoice: string | null;
  /** Dunning: an unpaid invoice is retried 1, 3, 5 and 7 days after the first failure, unless the decline was hard */
  dunning: {
    /** Retries so far, without the first attempt */
    attempt: number;
    /** When the open invoice is collected again; null if it is not */
    next_attempt_at: string | null;
    /** What happens after the last retry */
    final_action: "cancel" | "unpaid";
    /** When the final action is taken unless the invoice is paid before */
    final_action_at: string | null;
  };
  /** `redirect`: the payer must confirm the payment at `redirect_url` */
  next_action: "redirect" | null;
  /** Holds `url`; null if there is nothing to show */
  redirect: {
    /** Where to send the payer's browser; null unless `next_action` is `redirect` */
    url: string | null;
  } | null;
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

export interface CreatePaymentParams {
  /** Integer in minor units of the currency */
  amount: number;
  /** ISO 4217 code in upper case */
  currency: string;
  /** The payment method */
  method: "card" | "apple_pay" | "google_pay" | "ideal" | "bancontact" | "eps" | "p24" | "blik" | "bacs_debit" | "sepa_debit" | "sepa_instant";
  /** A `pm_` token. Required for cards, wallets and debits; not allowed otherwise. In test mode also `pm_test_` with a test card's number */
  payment_method?: string | undefined;
  /** Required for `blik`: the code that the payer's bank app shows */
  blik?: {
    /** Six digits */
    code: string;
  } | undefined;
  /** Debits only: when and from where the payer agreed. If sent, it counts as a new agreement, and an ended mandate is replaced. From version 2026-12-01 on it is required for the first debit of a payment method */
  mandate_data?: {
    /** Defaults to now */
    accepted_at?: string | undefined;
    /** IP address from which the payer agreed */
    accepted_ip?: string | undefined;
  } | undefined;
  /** The customer who pays */
  customer?: string | null | undefined;
  /** `false` only authorises the payment, to be captured later. Defaults to `true` */
  capture?: boolean | undefined;
  /** Requests an exemption from strong customer authentication. `low_value` is for at most 30 EUR, `transaction_risk_analysis` for at most 500 EUR. Other currencies are converted at the current exchange rate; a currency without a rate is refused. Above the limit the payment is made without the exemption and `exemption_outcome` is `rejected` */
  exemption?: "low_value" | "trusted_beneficiary" | "transaction_risk_analysis" | null | undefined;
  /** Your text; payers do not see it */
  description?: string | null | undefined;
  /** Shown on the payer's statement */
  statement_descriptor?: string | null | undefined;
  /** `return_url` is where the payer's browser goes after the redirect */
  redirect?: {
    /** Where the payer's browser goes after the redirect */
    return_url?: string | null | undefined;
    /** Ignored, so that a response can be sent */
    url?: string | null | undefined;
  } | null | undefined;
  /** Up to 50 key–value pairs: keys up to 40 characters, values up to 500. An empty value removes the key */
  metadata?: Record<string, string> | undefined;
}

export interface CreateBankPaymentParams {
  /** Integer in minor units of the currency */
  amount: number;
  /** ISO 4217 code in upper case */
  currency: string;
  /** What you know about the payer */
  payer?: {
    /** The payer's name */
    name?: string | null | undefined;
    /** ISO 3166-1 alpha-2 code in upper case */
    country?: string | null | undefined;
  } | undefined;
  /** The payer's bank; without it the payer chooses one */
  bank_id?: string | null | undefined;
  /** At most 18 characters in GBP */
  reference?: string | null | undefined;
  /** Your text; payers do not see it */
  description?: string | null | undefined;
  /** `return_url` is where the payer's browser goes after the redirect */
  redirect?: {
    /** Where the payer's browser goes after the bank */
    return_url?: string | null | undefined;
    /** Ignored, so that a response can be sent */
    url?: string | null | undefined;
  } | null | undefined;
  /** Where the payer's browser goes after the bank */
  return_url?: string | null | undefined;
  /** Up to 50 key–value pairs: keys up to 40 characters, values up to 500. An empty value removes the key */
  metadata?: Record<string, string> | undefined;
}

export interface CreateSubscriptionParams {
  /** The customer who subscribes */
  customer: string;
  /** The plan to subscribe to */
  plan: string;
  /** Number of units of the plan. Defaults to `1` */
  quantity?: number | undefined;
  /** A payment method of the customer, or one that is not attached yet. Defaults to the customer's default */
  payment_method?: string | undefined;
  /** Overrides the plan's */
  trial_days?: number | undefined;
  /** How mid-period changes are billed: `create_prorations` on the next invoice, `always_invoice` on an invoice now, `none` from the next period. Defaults to `create_prorations` */
  proration_behavior?: "create_prorations" | "always_invoice" | "none" | undefined;
  /** Whether it ends with the current period. Defaults to `false` */
  cancel_at_period_end?: boolean | undefined;
  /** What happens when an invoice cannot be collected */
  dunning?: {
    /** The final action when dunning has failed */
    final_action: "cancel" | "unpaid";
  } | undefined;
  /** When and from where the payer agreed to be charged; stored with the mandate. From version 2026-12-01 on it is required for a debit whose payment method has no active or pending mandate */
  mandate_data?: {
    /** Defaults to now */
    accepted_at?: string | undefined;
    /** IP address from which the payer agreed */
    accepted_ip?: string | undefined;
  } | undefined;
  /** `return_url` is where the payer's browser goes after the redirect */
  redirect?: {
    /** Where the payer's browser goes after confirming a payment */
    return_url?: string | undefined;
    /** Ignored, so that a response can be sent */
    url?: string | null | undefined;
  } | null | undefined;
  /** Where the payer's browser goes after confirming a payment */
  return_url?: string | undefined;
  /** Up to 50 key–value pairs: keys up to 40 characters, values up to 500. An empty value removes the key */
  metadata?: Record<string, string> | undefined;
}

export interface UpdateSubscriptionParams {
  /** Another plan in the same currency */
  plan?: string | undefined;
  /** Number of units of the plan */
  quantity?: number | undefined;
  /** How mid-period changes are billed: `create_prorations` on the next invoice, `always_invoice` on an invoice now, `none` from the next period */
  proration_behavior?: "create_prorations" | "always_invoice" | "none" | undefined;
  /** The time from which plan and quantity change, as a preview returned it. Defaults to now */
  proration_date?: string | undefined;
  /** A payment method of the customer, or one that is not attached yet. Defaults to the customer's default */
  payment_method?: string | undefined;
  /** Whether it ends with the current period */
  cancel_at_period_end?: boolean | undefined;
  /** What happens when an invoice cannot be collected */
  dunning?: {
    /** The final action when dunning has failed */
    final_action: "cancel" | "unpaid";
  } | undefined;
  /** When and from where the payer agreed to be charged; stored with the mandate. From version 2026-12-01 on it is required for a debit whose payment method has no active or pending mandate */
  mandate_data?: {
    /** Defaults to now */
    accepted_at?: string | undefined;
    /** IP address from which the payer agreed */
    accepted_ip?: string | undefined;
  } | undefined;
  /** `return_url` is where the payer's browser goes after the redirect */
  redirect?: {
    /** Where the payer's browser goes after confirming a payment */
    return_url?: string | undefined;
    /** Ignored, so that a response can be sent */
    url?: string | null | undefined;
  } | null | undefined;
  /** Where the payer's browser goes after confirming a payment */
  return_url?: string | undefined;
  /** Up to 50 key–value pairs: keys up to 40 characters, values up to 500. An empty value removes the key */
  metadata?: Record<string, string> | undefined;
}
