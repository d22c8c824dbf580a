import type { TopUp } from "#lib/domain/payout-balance/index.ts";
import type { Approval, Payout, PayoutBatch } from "#lib/domain/payouts/index.ts";
import { reasonMessage } from "#lib/kernel/bank-reasons.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { PayoutApprovalWire } from "../contract/payout-approval.ts";
import type { PayoutBatchWire } from "../contract/payout-batches.ts";
import type { PayoutWire } from "../contract/payouts.ts";
import type { TopUpWire } from "../contract/top-ups.ts";

export function toPayoutWire(payout: Payout): PayoutWire {
  const { beneficiary, reasonCode } = payout;
  return {
    id: payout.id,
    object: "payout",
    livemode: payout.mode === "live",
    created: toIsoSeconds(payout.createdAt),
    metadata: payout.metadata,
    amount: Number(payout.amountMinor),
    currency: payout.currency,
    status: payout.status,
    beneficiary: {
      name: beneficiary.name,
      iban: beneficiary.iban,
      account_number: beneficiary.accountNumber,
      sort_code: beneficiary.sortCode,
      bic: beneficiary.bic,
      country: beneficiary.country,
    },
    payee_verification: payout.payeeVerification,
    rail_requested: payout.railRequested,
    rail: payout.rail,
    fallback_reason: payout.fallbackReason,
    reference: payout.reference,
    end_to_end_id: payout.endToEndId,
    return_reason:
      reasonCode === null ? null : { code: reasonCode, message: reasonMessage(reasonCode) },
    approval: toApprovalWire(payout.approval),
    batch: payout.batchId,
    arrival_date: payout.arrivalDate,
  };
}

function toApprovalWire(approval: Approval | null): PayoutApprovalWire {
  return (
    approval && {
      required: true,
      state: approval.state,
      requested_by: approval.requestedBy,
      decided_by: approval.decidedBy,
      expires_at: toIsoSeconds(approval.expiresAt),
    }
  );
}

export function toTopUpWire(topUp: TopUp): TopUpWire {
  return {
    id: topUp.id,
    object: "topup",
    livemode: topUp.mode === "live",
    created: toIsoSeconds(topUp.createdAt),
    metadata: {},
    amount: Number(topUp.amountMinor),
    currency: topUp.currency,
    balance: Number(topUp.balanceMinor),
  };
}

export function toPayoutBatchWire(batch: PayoutBatch): PayoutBatchWire {
  return {
    id: batch.id,
    object: "payout_batch",
    livemode: batch.mode === "live",
    created: toIsoSeconds(batch.createdAt),
    metadata: batch.metadata,
    status: batch.status,
    format: batch.format,
    currency: batch.currency,
    count: batch.count,
    total: Number(batch.total),
    accepted: batch.accepted,
    accepted_total: Number(batch.acceptedTotal),
    rejected: batch.rejected,
    settled: batch.settled,
    returned: batch.returned,
    failed: batch.failed,
    canceled: batch.canceled,
    errors: batch.errors.map(({ row, code, param, message }) => ({ row, code, param, message })),
    approval: toApprovalWire(batch.approval),
  };
}
