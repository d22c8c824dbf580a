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
export interface Payment extends Omit<newest.Payment, "decline"> {
  /** Paydesk's code for the reason */
  decline_code: string | null;
}

/** A return of all or a part of a captured payment */
export interface Refund extends Omit<newest.Refund, "failure_reason"> {
  /** Why the payer's bank rejected the money; null unless `status` is `failed` */
  failure_code: string | null;
}

/** A simulated scenario and its result */
export interface Simulation extends Omit<newest.Simulation, "result"> {
  /** The object after the simulation */
  result: newest.Settlement | newest.Mandate | newest.Dispute | newest.Payout | newest.Subscription | Payment | newest.BankPayment;
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
