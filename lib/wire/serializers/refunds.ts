import type { Refund } from "#lib/domain/refunds/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { RefundWire } from "../contract/refunds.ts";

export function toRefundWire(refund: Refund): RefundWire {
  return {
    id: refund.id,
    object: "refund",
    livemode: refund.mode === "live",
    created: toIsoSeconds(refund.createdAt),
    metadata: refund.metadata,
    payment: refund.paymentId,
    amount: Number(refund.amountMinor),
    currency: refund.currency,
    status: refund.status,
    reason: refund.reason,
    failure_reason: refund.failureReason,
    settlement: refund.settlementId,
  };
}
