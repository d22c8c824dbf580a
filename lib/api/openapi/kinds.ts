import type { z } from "zod";
import { bankPaymentWire } from "#lib/wire/contract/bank-payments.ts";
import { customerWire } from "#lib/wire/contract/customers.ts";
import { deliveryWire } from "#lib/wire/contract/deliveries.ts";
import { disputeFileWire } from "#lib/wire/contract/dispute-files.ts";
import { disputeWire } from "#lib/wire/contract/disputes.ts";
import { invoiceWire } from "#lib/wire/contract/invoices.ts";
import { mandateWire } from "#lib/wire/contract/mandates.ts";
import { monthClosingWire } from "#lib/wire/contract/month-closings.ts";
import { paymentMethodWire } from "#lib/wire/contract/payment-methods.ts";
import { paymentWire } from "#lib/wire/contract/payments.ts";
import { payoutBatchWire } from "#lib/wire/contract/payout-batches.ts";
import { payoutWire } from "#lib/wire/contract/payouts.ts";
import { planWire } from "#lib/wire/contract/plans.ts";
import { refundWire } from "#lib/wire/contract/refunds.ts";
import { reportScheduleWire } from "#lib/wire/contract/report-schedules.ts";
import { reportWire } from "#lib/wire/contract/reports.ts";
import { settlementWire } from "#lib/wire/contract/settlements.ts";
import { deletedOf } from "#lib/wire/contract/shared.ts";
import { subscriptionWire } from "#lib/wire/contract/subscriptions.ts";
import { webhookEndpointWire } from "#lib/wire/contract/webhook-endpoints.ts";
import type { Kind } from "../expand/paths.ts";

/** Kinds of object that other objects and events contain. */
type Contained = Exclude<Kind, "event"> | "bank_payment" | "month_closing" | "payout";

/** The contract of each. */
export const CONTRACTS: Readonly<Record<Contained, z.ZodType>> = {
  bank_payment: bankPaymentWire,
  customer: customerWire,
  delivery: deliveryWire,
  dispute: disputeWire,
  dispute_file: disputeFileWire,
  invoice: invoiceWire,
  mandate: mandateWire,
  month_closing: monthClosingWire,
  payment: paymentWire,
  payment_method: paymentMethodWire,
  payout: payoutWire,
  payout_batch: payoutBatchWire,
  plan: planWire,
  refund: refundWire,
  report: reportWire,
  report_schedule: reportScheduleWire,
  settlement: settlementWire,
  subscription: subscriptionWire,
  webhook_endpoint: webhookEndpointWire,
};

/** Kinds that are still shown after they were deleted. */
export const DELETED: Readonly<Record<string, z.ZodType>> = {
  customer: deletedOf("customer", "cus"),
  webhook_endpoint: deletedOf("webhook_endpoint", "we"),
};
