import { NEWEST_VERSION, type Version } from "#lib/kernel/versions.ts";
import { toInvoiceWire, toPlanWire, toSubscriptionWire } from "./serializers/billing.ts";
import { toCustomerWire, toMandateWire, toPaymentMethodWire } from "./serializers/customers.ts";
import { toMonthClosingWire } from "./serializers/month-closings.ts";
import { toAnyPaymentWire, toDisputeWire, toRefundWire } from "./serializers/payments.ts";
import { toPayoutBatchWire, toPayoutWire } from "./serializers/payouts.ts";
import { toReportWire } from "./serializers/reports.ts";
import { toSettlementWire } from "./serializers/settlements.ts";
import { downgrade } from "./versions/walk.ts";

/** The serializer of each noun, used for responses and events. */
export const WIRE_SERIALIZERS = {
  customer: toCustomerWire,
  dispute: toDisputeWire,
  mandate: toMandateWire,
  invoice: toInvoiceWire,
  month_closing: toMonthClosingWire,
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

type Serializers = typeof WIRE_SERIALIZERS;

/** A kind of object that the API returns and events carry. */
export type WireNoun = keyof Serializers;

/** The input of a noun's serializer. */
export type WireSource<N extends WireNoun> = Parameters<Serializers[N]>[0];

/** An object in the newest wire shape: `wireOf("payment", payment)`. */
export function wireOf<N extends WireNoun>(
  noun: N,
  object: WireSource<N>,
): Record<string, unknown> {
  const serialize = WIRE_SERIALIZERS[noun] as (object: WireSource<N>) => Record<string, unknown>;
  return serialize(object);
}

/** An object in the newest wire shape, downgraded to `version`. Takes lists as well. */
export function wireAt<T>(wire: T, version: Version): T {
  return version === NEWEST_VERSION ? wire : downgrade(wire, version);
}

/** An object as the API returns it to a caller of `version`. */
export function wireIn<N extends WireNoun>(
  noun: N,
  object: WireSource<N>,
  version: Version,
): Record<string, unknown> {
  return wireAt(wireOf(noun, object), version);
}
