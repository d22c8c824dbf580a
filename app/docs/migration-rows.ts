import type { Row } from "./guide-parts.tsx";

/** Names at Stripe and Adyen, and their equivalents here. `migration-rows.test.ts` compares the right side with the
 *  contract. */

export const STRIPE_OBJECTS: readonly Row[] = [
  ["PaymentIntent, Charge", "`payment`: one object, and one call that charges it."],
  [
    "SetupIntent",
    "None. The hosted fields make a `payment_method`; the first charge makes the `mandate`.",
  ],
  [
    "PaymentMethod, Source, Token",
    "`payment_method`, attached with `POST /v1/payment_methods/{payment_method_id}`.",
  ],
  ["Customer", "`customer`"],
  ["Product, Price, Plan", "`plan`: name, amount, currency and interval in one."],
  ["Subscription with items", "`subscription` with one `plan` and a `quantity`."],
  ["Invoice", "`invoice`, made by subscriptions only."],
  ["Refund", "`refund`"],
  ["Dispute", "`dispute`"],
  ["Payout to your bank account", "`settlement`: by itself, for each day and currency."],
  [
    "Transfer, outbound payment",
    "`payout`: to the bank account of anybody, from the payout balance.",
  ],
  ["BalanceTransaction", "`balance_transaction`"],
  ["Report run", "`GET /v1/reports`, in one call."],
  ["Connect accounts, Checkout, Payment Links, Tax, Coupons", "None."],
];

export const STRIPE_CALLS: readonly Row[] = [
  [
    "POST /v1/payment_intents, /confirm",
    "`POST /v1/payments`: it answers with the outcome, or 402 for a decline.",
  ],
  [
    "POST /v1/payment_intents/{id}/capture",
    "`POST /v1/payments/{payment_id}/capture` with `amount`.",
  ],
  ["POST /v1/payment_intents/{id}/cancel", "`POST /v1/payments/{payment_id}/cancel`"],
  [
    "POST /v1/refunds",
    "`POST /v1/refunds` with `payment` instead of `payment_intent` or `charge`.",
  ],
  [
    "POST /v1/subscriptions",
    "`POST /v1/subscriptions` with `plan`, `quantity` and `payment_method` instead of `items` and `default_payment_method`.",
  ],
  ["GET /v1/invoices/create_preview", "`POST /v1/subscriptions/{subscription_id}/preview`"],
  ["POST /v1/disputes/{id}", "`POST /v1/disputes/{dispute_id}/evidence`"],
  ["POST /v1/disputes/{id}/close", "`POST /v1/disputes/{dispute_id}/accept`"],
  [
    "GET /v1/payouts, /v1/balance_transactions?payout=",
    "`GET /v1/settlements`, and `GET /v1/balance_transactions` with `settlement`.",
  ],
  [
    "POST /v1/webhook_endpoints",
    "`POST /v1/webhook_endpoints` with `events` instead of `enabled_events`.",
  ],
  ["Test clocks", "`POST /v1/test/clock/advance`: one clock for the sandbox of an account."],
];

export const STRIPE_FIELDS: readonly Row[] = [
  ["amount in minor units", "The same."],
  ["currency: eur", "`EUR`, in upper case."],
  ["created: 1776000000", "`2026-04-12T09:31:07Z`: every time is ISO 8601 in UTC."],
  ["capture_method", "`capture`: `automatic` or `manual`."],
  ["next_action.redirect_to_url.url", "`redirect_url`, with `next_action: redirect`."],
  ["last_payment_error.decline_code", "`decline.code`, with `network_code` and `advice_code`."],
  ["off_session, setup_future_usage", "None: the mandate of the first charge says it."],
  [
    "mandate_data.customer_acceptance",
    "`mandate_data` with `accepted_at` and `accepted_ip`, for the first debit of a bank account.",
  ],
  ["event.data.object", "`event.data` is the object itself."],
  ["expand[]=customer", "The same."],
  [
    "starting_after, limit",
    "The same, with `next_cursor`. Pages have 25 objects unless you ask, up to 100.",
  ],
  ["metadata", "The same limits: 50 keys of 40 characters, values of 500."],
  ["Idempotency-Key, optional", "Required for every POST with a secret key."],
  ["Stripe-Version", "`Service-Version`"],
];

export const STRIPE_STATUSES: readonly Row[] = [
  ["requires_payment_method", "`failed`: make another payment, with another key."],
  ["requires_confirmation", "None: creating a payment confirms it."],
  ["requires_action", "`requires_action`"],
  ["processing", "`processing`"],
  ["requires_capture", "`requires_capture`"],
  ["succeeded", "`succeeded`"],
  ["canceled", "`canceled`"],
];

export const STRIPE_EVENTS: readonly Row[] = [
  ["payment_intent.succeeded, charge.succeeded", "`payment.succeeded`"],
  ["payment_intent.payment_failed", "`payment.failed`"],
  ["payment_intent.requires_action", "`payment.requires_action`"],
  ["payment_intent.processing", "`payment.processing`"],
  ["payment_intent.canceled", "`payment.canceled`"],
  ["charge.captured", "`payment.captured`"],
  [
    "refund.created, refund.updated",
    "`refund.updated`, and `refund.settled` when the bank has confirmed it.",
  ],
  ["refund.failed", "`refund.failed`"],
  ["charge.dispute.created", "`dispute.opened`"],
  ["charge.dispute.closed", "`dispute.won` or `dispute.lost`"],
  [
    "customer.subscription.created, updated",
    "`subscription.created`, `subscription.updated`, `subscription.past_due`",
  ],
  ["customer.subscription.deleted", "`subscription.canceled`"],
  ["customer.subscription.trial_will_end", "`subscription.trial_ending`"],
  ["invoice.paid, invoice.payment_failed", "`invoice.paid`, `invoice.payment_failed`"],
  ["payout.paid, payout.failed", "`settlement.paid`, `settlement.failed`"],
  ["mandate.updated", "`mandate.active`, `mandate.failed`, `mandate.revoked`"],
  ["reporting.report_run.succeeded", "`report.ready`"],
];

export const ADYEN_CALLS: readonly Row[] = [
  ["POST /payments", "`POST /v1/payments`"],
  [
    "POST /payments/details",
    "None: the payer's answer goes to us. Read `GET /v1/payments/{payment_id}`.",
  ],
  ["POST /paymentMethods", "`GET /v1/payment_methods/available` with `country`."],
  ["POST /payments/{psp}/captures", "`POST /v1/payments/{payment_id}/capture` with `amount`."],
  ["POST /payments/{psp}/cancels", "`POST /v1/payments/{payment_id}/cancel`"],
  ["POST /payments/{psp}/refunds", "`POST /v1/refunds` with `payment`."],
  [
    "POST /payments/{psp}/reversals",
    "Read the payment: cancel it while it is `requires_capture`, refund it afterwards.",
  ],
  [
    "Disputes API: supplyDefenseDocument, defendDispute",
    "`POST /v1/disputes/{dispute_id}/files`, `POST /v1/disputes/{dispute_id}/evidence`",
  ],
  ["Disputes API: acceptDispute", "`POST /v1/disputes/{dispute_id}/accept`"],
  ["Payout, transfers to a bank account", "`POST /v1/payouts`"],
  ["Recurring: storedPaymentMethods", "`GET /v1/payment_methods` with `customer`."],
  ["Report download by REPORT_AVAILABLE", "`GET /v1/reports`, at any time."],
];

export const ADYEN_FIELDS: readonly Row[] = [
  ["merchantAccount", "None: the key says which account."],
  ["pspReference", "`id` of the object: `pay_…`, `re_…`, `dp_…`."],
  [
    "reference (merchantReference)",
    "`metadata`, such as `order_id`; the `Idempotency-Key` prevents a second charge.",
  ],
  ["amount.value, amount.currency", "`amount` and `currency`, in minor units."],
  [
    "paymentMethod with encrypted fields",
    "`payment_method`: a token of the hosted fields, with `method: card`.",
  ],
  ["shopperReference", "`customer`"],
  ["storedPaymentMethodId", "`payment_method`"],
  [
    "recurringProcessingModel, shopperInteraction",
    "None: plans and subscriptions charge without the payer, under a `mandate`.",
  ],
  ["captureDelayHours, manual capture", "`capture: manual`, captured within 7 days"],
  ["returnUrl", "`return_url`"],
  ["action (redirect, threeDS2)", "`next_action: redirect` with `redirect_url`; the page is ours."],
  ["refusalReason, refusalReasonCode", "`decline.code` and `decline.network_code`."],
  ["threeDS2 exemption request", "`exemption`, and `exemption_outcome` in the answer."],
];

export const ADYEN_RESULTS: readonly Row[] = [
  ["Authorised, captured by itself", "`succeeded`"],
  ["Authorised, captured later", "`requires_capture`"],
  ["Refused", "`failed`, answered as 402 `card_declined`."],
  ["RedirectShopper, ChallengeShopper, IdentifyShopper", "`requires_action`"],
  ["Pending, Received", "`processing`"],
  ["Cancelled", "`canceled`, or `failed` if the payer refused."],
  ["Error", "5xx `gateway_error`: send it again with the same key."],
];

export const ADYEN_EVENTS: readonly Row[] = [
  ["AUTHORISATION, success: true", "`payment.succeeded`"],
  ["AUTHORISATION, success: false", "`payment.failed`"],
  ["CAPTURE", "`payment.captured`"],
  ["CANCELLATION, EXPIRE", "`payment.canceled`"],
  ["REFUND", "`refund.updated`, and `refund.settled` when the bank has confirmed it."],
  ["REFUND_FAILED", "`refund.failed`"],
  ["NOTIFICATION_OF_CHARGEBACK, CHARGEBACK", "`dispute.opened`"],
  ["CHARGEBACK_REVERSED", "`dispute.won`"],
  ["SECOND_CHARGEBACK, DISPUTE_DEFENSE_PERIOD_ENDED", "`dispute.lost`"],
  ["PAYOUT_THIRDPARTY", "`payout.settled`, `payout.returned`"],
  ["REPORT_AVAILABLE", "`report.ready`"],
];
