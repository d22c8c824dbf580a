import { toAnyPaymentWire } from "./bank-payments.ts";
import { toCustomerWire } from "./customers.ts";
import { toDisputeWire } from "./disputes.ts";
import { toInvoiceWire } from "./invoices.ts";
import { toMandateWire } from "./mandates.ts";
import { toPaymentMethodWire } from "./payment-methods.ts";
import { toPayoutBatchWire, toPayoutWire } from "./payouts.ts";
import { toPlanWire } from "./plans.ts";
import { toRefundWire } from "./refunds.ts";
import { toReportWire } from "./reports.ts";
import { toSettlementWire } from "./settlements.ts";
import { toSubscriptionWire } from "./subscriptions.ts";

/** The serializer of each noun, used for responses and events. */
export const WIRE_SERIALIZERS = {
  customer: toCustomerWire,
  dispute: toDisputeWire,
  mandate: toMandateWire,
  invoice: toInvoiceWire,
  payment: toAnyPaymentWire,
  payment_method: toPaymentMethodWire,
  plan: toPlanWire,
  payout: toPayoutWire,
  payout_batch: toPayoutBatchWire,
  refund: toRefundWire,
  report: toReportWire,
  settlement: toSettlementWire,
  subscription: toSubscriptionWire,
};
