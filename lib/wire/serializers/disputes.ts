import type { Dispute } from "#lib/domain/disputes/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { DisputeWire } from "../contract/disputes.ts";

export function toDisputeWire(dispute: Dispute): DisputeWire {
  return {
    id: dispute.id,
    object: "dispute",
    livemode: dispute.mode === "live",
    created: toIsoSeconds(dispute.createdAt),
    metadata: {},
    payment: dispute.paymentId,
    amount: Number(dispute.amountMinor),
    currency: dispute.currency,
    status: dispute.status,
    reason: dispute.reason,
    network_reason_code: dispute.networkReasonCode,
    evidence_due_by: toIsoSeconds(dispute.evidenceDueBy),
    evidence: { ...dispute.evidence },
    fee: Number(dispute.feeMinor),
  };
}
