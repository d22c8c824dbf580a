import { declineBody, errorBody } from "#lib/api/pipeline/error-body.ts";
import { DEFAULT_SETTINGS } from "#lib/domain/booking/defaults.ts";
import type { EventType } from "#lib/domain/events/index.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import type { ErrorWire } from "#lib/wire/contract/error.ts";
import { SUBSCRIPTION_PREVIEW_EXAMPLE } from "#lib/wire/contract/subscription-preview.ts";
import { WIRE_SERIALIZERS } from "#lib/wire/objects.ts";
import { toInvoiceWire, toPlanWire, toSubscriptionWire } from "#lib/wire/serializers/billing.ts";
import { toBookingAccountsWire } from "#lib/wire/serializers/booking-accounts.ts";
import {
  toCustomerWire,
  toDeletedCustomerWire,
  toMandateWire,
  toPaymentMethodWire,
} from "#lib/wire/serializers/customers.ts";
import { toMonthClosingWire, toMonthCorrectionWire } from "#lib/wire/serializers/month-closings.ts";
import {
  toBankPaymentWire,
  toDeletedDisputeFileWire,
  toDisputeFileWire,
  toDisputeWire,
  toPaymentWire,
  toRefundWire,
} from "#lib/wire/serializers/payments.ts";
import { toPayoutBatchWire, toPayoutWire, toTopUpWire } from "#lib/wire/serializers/payouts.ts";
import { toReplayResultWire, toReplayWire } from "#lib/wire/serializers/replays.ts";
import {
  toDeletedReportScheduleWire,
  toReportScheduleWire,
  toReportWire,
} from "#lib/wire/serializers/reports.ts";
import { toApiRequestWire, toApiRequestWithBodiesWire } from "#lib/wire/serializers/requests.ts";
import {
  toBalanceTransactionWire,
  toBalanceWire,
  toSettlementWire,
} from "#lib/wire/serializers/settlements.ts";
import { toTestClockWire } from "#lib/wire/serializers/test-clock.ts";
import {
  toDeletedWebhookEndpointWire,
  toDeliveryReconciliationWire,
  toDeliveryWire,
  toDeliveryWithAttemptsWire,
  toEventWire,
  toListenerWire,
  toWebhookEndpointWire,
  toWebhookEndpointWithSecretWire,
} from "#lib/wire/serializers/webhooks.ts";
import { downgrade, RELEASED_VERSIONS, renderEventBody } from "#lib/wire/versions/index.ts";
import { INVOICES, PLANS, SUBSCRIPTIONS } from "./billing.ts";
import { MONTH_CLOSINGS, MONTH_CORRECTIONS } from "./closings.ts";
import { MANDATES } from "./mandates.ts";
import { BANK_PAYMENTS, CUSTOMERS, PAYMENT_METHODS, PAYMENTS } from "./money.ts";
import { PAYOUT_BATCHES, PAYOUTS, TOP_UPS } from "./payouts.ts";
import { REFUNDS } from "./refunds.ts";
import { REPLAY_RESULTS, REPLAYS } from "./replays.ts";
import { REPORT_SCHEDULES, REPORTS } from "./reports.ts";
import { REQUESTS } from "./requests.ts";
import { BALANCES, CLOCKS, DISPUTE_FILES, DISPUTES, ENTRIES, SETTLEMENTS } from "./settlements.ts";
import { SIMULATIONS } from "./simulations.ts";
import {
  ATTEMPTS,
  DELIVERIES,
  ENDPOINTS,
  eventOf,
  eventTypesOf,
  RECONCILED,
  RECONCILIATIONS,
} from "./webhooks.ts";

type Wire = Record<string, unknown>;
type States = Readonly<Record<string, Wire>>;

const REQUEST = "req_01kp0c5n7v3m8q2w4x6y9z1b5q";

function each<T>(states: Readonly<Record<string, T>>, toWire: (state: T) => Wire): States {
  return Object.fromEntries(Object.entries(states).map(([name, state]) => [name, toWire(state)]));
}

const customer = toCustomerWire(CUSTOMERS.known!);
const method = toPaymentMethodWire(PAYMENT_METHODS.attached!);
const declined = toPaymentWire(PAYMENTS.declined!);
const expanded: Wire = {
  ...declined,
  customer: { ...customer, default_payment_method: method },
  payment_method: { ...method, customer },
};
const event = toEventWire(eventOf("payment.failed", declined));

/** Every resource in every state in the newest shape, by the value of `object`. */
export const RESOURCES: Readonly<Record<string, States>> = {
  payment: { ...each(PAYMENTS, toPaymentWire), expanded },
  bank_payment: each(BANK_PAYMENTS, toBankPaymentWire),
  refund: {
    ...each(REFUNDS, toRefundWire),
    expanded: { ...toRefundWire(REFUNDS.failed!), payment: expanded },
  },
  customer: {
    ...each(CUSTOMERS, toCustomerWire),
    expanded: { ...customer, default_payment_method: method },
    deleted: toDeletedCustomerWire(CUSTOMERS.known!),
  },
  payment_method: {
    ...each(PAYMENT_METHODS, toPaymentMethodWire),
    expanded: { ...method, customer },
  },
  available_payment_methods: {
    of_a_country: {
      object: "available_payment_methods",
      country: "NL",
      methods: [
        { method: "card", currencies: null },
        { method: "ideal", currencies: ["EUR"] },
      ],
    },
  },
  event: { about_a_payment: event, about_a_refund: refundEvent() },
  webhook_endpoint: {
    ...each(ENDPOINTS, toWebhookEndpointWire),
    with_its_secret: toWebhookEndpointWithSecretWire({
      endpoint: ENDPOINTS.enabled!,
      secret: "whsec_7Qm2kXvB9sLr4TzN1cWdYhPf6gJtEaUo",
    }),
    deleted: toDeletedWebhookEndpointWire(ENDPOINTS.enabled!),
  },
  listener: {
    of_an_account: toListenerWire({
      accountId: "acct_01kp0a0000000000000000000a",
      mode: "test",
      secret: "whsec_3fP0mZ8kQ2xV5tB7nR1yC4wL6jH9dGsA",
      latestEvent: "evt_01kp0c5n7v3m8q2w4x6y9z1b5d",
    }),
    before_any_event: toListenerWire({
      accountId: "acct_01kp0a0000000000000000000a",
      mode: "live",
      secret: "whsec_3fP0mZ8kQ2xV5tB7nR1yC4wL6jH9dGsA",
      latestEvent: null,
    }),
  },
  delivery: {
    ...each(DELIVERIES, toDeliveryWire),
    with_attempts: toDeliveryWithAttemptsWire({
      delivery: DELIVERIES.delivered!,
      attempts: [...ATTEMPTS],
    }),
    expanded: {
      ...toDeliveryWire(DELIVERIES.delivered!),
      event,
      endpoint: toWebhookEndpointWire(ENDPOINTS.enabled!),
    },
  },
  delivery_reconciliation: {
    ...each(RECONCILIATIONS, (found) => toDeliveryReconciliationWire(found, RECONCILED)),
    of_an_endpoint_and_a_type: toDeliveryReconciliationWire(RECONCILIATIONS.something_missing!, {
      ...RECONCILED,
      type: "payment.succeeded",
      endpoint: ENDPOINTS.enabled!.id,
    }),
  },
  dispute: {
    ...each(DISPUTES, toDisputeWire),
    expanded: { ...toDisputeWire(DISPUTES.won!), payment: expanded },
  },
  dispute_file: {
    ...each(DISPUTE_FILES, toDisputeFileWire),
    expanded: {
      ...toDisputeFileWire(DISPUTE_FILES.pdf!),
      dispute: toDisputeWire(DISPUTES.under_review!),
    },
    deleted: toDeletedDisputeFileWire(DISPUTE_FILES.pdf!),
  },
  plan: each(PLANS, toPlanWire),
  mandate: {
    ...each(MANDATES, toMandateWire),
    expanded: { ...toMandateWire(MANDATES.active!), customer, payment_method: method },
  },
  subscription: {
    ...each(SUBSCRIPTIONS, toSubscriptionWire),
    expanded: {
      ...toSubscriptionWire(SUBSCRIPTIONS.active!),
      customer,
      plan: toPlanWire(PLANS.monthly!),
      payment_method: method,
      latest_invoice: toInvoiceWire(INVOICES.paid!),
    },
  },
  subscription_preview: {
    with_the_next_invoice: SUBSCRIPTION_PREVIEW_EXAMPLE,
    now: {
      ...SUBSCRIPTION_PREVIEW_EXAMPLE,
      invoice_now: { lines: [], amount_due: 0 },
      next_invoice: null,
    },
  },
  invoice: {
    ...each(INVOICES, toInvoiceWire),
    expanded: {
      ...toInvoiceWire(INVOICES.open!),
      subscription: toSubscriptionWire(SUBSCRIPTIONS.past_due!),
      customer,
      payment: declined,
    },
  },
  payout: {
    ...each(PAYOUTS, toPayoutWire),
    expanded: {
      ...toPayoutWire(PAYOUTS.of_a_batch!),
      batch: toPayoutBatchWire(PAYOUT_BATCHES.processing!),
    },
  },
  payout_batch: each(PAYOUT_BATCHES, toPayoutBatchWire),
  topup: each(TOP_UPS, toTopUpWire),
  settlement: each(SETTLEMENTS, toSettlementWire),
  balance_transaction: each(ENTRIES, toBalanceTransactionWire),
  balance: each(BALANCES, (balance) => toBalanceWire(balance, "test")),
  simulation: SIMULATIONS,
  test_clock: each(CLOCKS, toTestClockWire),
  replay: each(REPLAYS, toReplayWire),
  replay_result: each(REPLAY_RESULTS, toReplayResultWire),
  api_request: {
    ...each(REQUESTS, (request) => toApiRequestWire(request, "test")),
    ...each(
      { with_bodies: REQUESTS.made!, without_bodies: REQUESTS.of_an_unknown_path! },
      (request) => toApiRequestWithBodiesWire(request, "live"),
    ),
  },
  report: each(REPORTS, toReportWire),
  report_schedule: {
    ...each(REPORT_SCHEDULES, toReportScheduleWire),
    deleted: toDeletedReportScheduleWire(REPORT_SCHEDULES.monthly!),
  },
  booking_accounts: {
    of_datev: toBookingAccountsWire("test", "datev", DEFAULT_SETTINGS.datev),
    of_xero: toBookingAccountsWire("test", "xero", DEFAULT_SETTINGS.xero),
  },
  month_closing: each(MONTH_CLOSINGS, toMonthClosingWire),
  month_correction: each(MONTH_CORRECTIONS, toMonthCorrectionWire),
  list: {
    empty: listOf("/v1/payments", []),
    last_page: listOf("/v1/payments", [declined]),
    first_page: { ...listOf("/v1/payments", [expanded]), has_more: true, next_cursor: declined.id },
    of_refunds: listOf("/v1/refunds", [{ ...toRefundWire(REFUNDS.failed!), payment: declined }]),
    of_events: listOf("/v1/events", [event]),
  },
  error: {
    parameter_invalid: onAnyHost(
      errorBody(
        new ApiError("parameter_invalid", "Must be an integer", { param: "amount" }),
        REQUEST,
      ),
    ),
    card_declined: onAnyHost(declineBody(declined, "The card has insufficient funds.", REQUEST)),
    card_refused: onAnyHost(
      errorBody(
        new ApiError("card_declined", "The card's number is wrong.", {
          decline: { code: "incorrect_number", networkCode: "14", adviceCode: "confirm_card_data" },
        }),
        REQUEST,
      ),
    ),
  },
};

/** Replaces the URL of the documentation, which depends on the installation. */
function onAnyHost({ error }: ErrorWire): Wire {
  return { error: { ...error, doc_url: `https://pay.example/docs/api/errors#${error.code}` } };
}

function refundEvent(): Wire {
  return toEventWire(eventOf("refund.failed", toRefundWire(REFUNDS.failed!)));
}

function listOf(url: string, data: Wire[]): Wire {
  return { object: "list", url, data, has_more: false, next_cursor: null };
}

/** The states of an object right after an event of a type; the event's golden file has each of them. */
const EVENT_STATES: Partial<Record<EventType, readonly string[]>> = {
  "payment.succeeded": ["succeeded", "challenge_passed", "exemption_accepted", "apple_pay"],
  "payment.failed": ["declined", "challenge_refused", "declined_wrong_data", "debit_failed_late"],
  "payment.requires_action": ["requires_action", "exemption_rejected", "ideal"],
  "payment.processing": ["processing", "debit_processing"],
  "payment.captured": ["captured_in_part"],
  "payment.canceled": ["canceled", "expired"],
  "refund.updated": ["pending", "submitted", "canceled", "settled"],
  "refund.settled": ["settled"],
  "refund.failed": ["failed"],
  "mandate.active": ["active", "of_a_card"],
  "mandate.failed": ["failed"],
  "mandate.revoked": ["revoked", "revoked_by_merchant"],
  "payout.approval_requested": ["waiting_for_approval"],
  "payout.approval_decided": ["approved", "refused", "approval_expired"],
  "payout.submitted": ["submitted", "not_reachable_by_instant"],
  "payout.settled": ["settled", "by_credit_transfer"],
  "payout.returned": ["returned", "rejected_by_its_bank"],
  "payout.failed": ["failed"],
  "dispute.opened": ["needs_response"],
  "dispute.updated": ["under_review", "won", "lost"],
  "dispute.won": ["won"],
  "dispute.lost": ["lost"],
  "report.ready": ["ready", "from_the_beginning"],
  "month_closing.closed": ["closed"],
  "month_closing.corrected": ["corrected"],
  "subscription.created": ["incomplete", "trialing"],
  "subscription.updated": ["active", "ending", "incomplete_expired", "unpaid"],
  "subscription.past_due": ["past_due", "refused_for_good"],
  "subscription.canceled": ["canceled"],
  "subscription.trial_ending": ["trialing"],
  "invoice.paid": ["paid"],
  "invoice.payment_failed": ["open"],
  "settlement.created": ["scheduled", "with_everything"],
  "settlement.paid": ["paid"],
  "settlement.failed": ["failed"],
};

/** The golden files as the current code writes them: path below `golden/` → text. Throws for an event type
 *  without states. */
export function goldenFiles(): Map<string, string> {
  const files = new Map<string, string>();
  for (const version of RELEASED_VERSIONS) {
    for (const [object, states] of Object.entries(RESOURCES)) {
      files.set(
        `${version}/${object}.json`,
        pretty(each(states, (wire) => downgrade(wire, version))),
      );
    }
    for (const type of eventTypesOf(Object.keys(WIRE_SERIALIZERS))) {
      const noun = type.split(".")[0]!;
      const names = EVENT_STATES[type];
      if (!names) throw new Error(`name the states of ${type} in tools/golden/files.ts`);
      const bodies = names.map((name) => [
        name,
        JSON.parse(renderEventBody(eventOf(type, RESOURCES[noun]![name]!), version)) as Wire,
      ]);
      files.set(`${version}/events/${type}.json`, pretty(Object.fromEntries(bodies)));
    }
  }
  return files;
}

function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
