import type { Refund } from "#lib/domain/refunds/index.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import { owned, PAYMENTS } from "./money.ts";

const refund: Refund = {
  ...owned,
  id: "re_01kp0c5n7v3m8q2w4x6y9z1b5e",
  paymentId: PAYMENTS.succeeded!.id,
  status: "settled",
  amountMinor: 500n,
  currency: "EUR",
  reason: "requested_by_customer",
  failureReason: null,
  settlementId: null,
  metadata: { ticket: "9001" },
  requestId: null,
  refundedBy: null,
  railReference: "rail_2",
  railCheckAt: null,
  createdAt: dateFromMs(Date.UTC(2026, 3, 13, 8, 2, 44)),
};

export const REFUNDS: Readonly<Record<string, Refund>> = {
  pending: { ...refund, status: "pending" },
  submitted: { ...refund, status: "submitted", reason: "duplicate" },
  settled: refund,
  failed: {
    ...refund,
    status: "failed",
    reason: "fraudulent",
    failureReason: "expired_or_canceled_card",
  },
  canceled: { ...refund, status: "canceled", reason: null },
  in_a_settlement: { ...refund, settlementId: "stl_01kp0c5n7v3m8q2w4x6y9z1b5t" },
};
