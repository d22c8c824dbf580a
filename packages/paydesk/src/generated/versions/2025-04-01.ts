// Generated from the API's contract by `npm run openapi`. Do not edit.

import type * as newest from "../objects.ts";
import type * as requests from "../requests.ts";
import type * as events from "../events.ts";
import type { Worlds } from "../versions.ts";

export { EVENT_TYPES, type EventType } from "../events.ts";
export type * from "../objects.ts";
export type * from "../requests.ts";

export type PaydeskEvent = events.PaydeskEvent<"2025-04-01">;

/** Every object, by its name in the contract. */
export type Objects = Worlds["2025-04-01"]["objects"];

/** A payment that the payer approves in their bank's app */
export interface BankPayment extends Omit<newest.BankPayment, "redirect_url" | "return_url"> {
  /** Holds `url` and `return_url`; null if there is nothing to show */
  redirect: {
    /** Where the payer approves the payment */
    url: string | null;
    /** Where the payer's browser goes after the bank */
    return_url: string | null;
  } | null;
}

/** A charge by card or another payment method */
export interface Payment extends Omit<newest.Payment, "capture" | "redirect_url" | "decline" | "return_url"> {
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
export interface Refund extends Omit<newest.Refund, "failure_reason"> {
  /** Why the payer's bank rejected the money; null unless `status` is `failed` */
  failure_code: string | null;
}

/** A simulated scenario and its result */
export interface Simulation extends Omit<newest.Simulation, "result"> {
  /** The object after the simulation */
  result: newest.Settlement | newest.Mandate | newest.Dispute | newest.Payout | Subscription | Payment | BankPayment;
}

/** A customer's recurring order of a plan */
export interface Subscription extends Omit<newest.Subscription, "redirect_url"> {
  /** Holds `url`; null if there is nothing to show */
  redirect: {
    /** Where to send the payer's browser; null unless `next_action` is `redirect` */
    url: string | null;
  } | null;
}

/** Any error */
export interface ErrorBody extends Omit<newest.ErrorBody, "error"> {
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

export interface CreatePaymentParams extends Omit<requests.CreatePaymentParams, "capture" | "return_url"> {
  /** `false` only authorises the payment, to be captured later. Defaults to `true` */
  capture?: boolean | undefined;
  /** `return_url` is where the payer's browser goes after the redirect */
  redirect?: {
    /** Where the payer's browser goes after the redirect */
    return_url?: string | null | undefined;
    /** Ignored, so that a response can be sent */
    url?: string | null | undefined;
  } | null | undefined;
}

export interface CreateBankPaymentParams extends requests.CreateBankPaymentParams {
  /** `return_url` is where the payer's browser goes after the redirect */
  redirect?: {
    /** Where the payer's browser goes after the bank */
    return_url?: string | null | undefined;
    /** Ignored, so that a response can be sent */
    url?: string | null | undefined;
  } | null | undefined;
}

export interface CreateSubscriptionParams extends requests.CreateSubscriptionParams {
  /** `return_url` is where the payer's browser goes after the redirect */
  redirect?: {
    /** Where the payer's browser goes after confirming a payment */
    return_url?: string | undefined;
    /** Ignored, so that a response can be sent */
    url?: string | null | undefined;
  } | null | undefined;
}

export interface UpdateSubscriptionParams extends requests.UpdateSubscriptionParams {
  /** `return_url` is where the payer's browser goes after the redirect */
  redirect?: {
    /** Where the payer's browser goes after confirming a payment */
    return_url?: string | undefined;
    /** Ignored, so that a response can be sent */
    url?: string | null | undefined;
  } | null | undefined;
}
