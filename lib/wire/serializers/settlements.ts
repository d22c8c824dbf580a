import type { Settlement } from "#lib/domain/settlements/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { SettlementWire } from "../contract/settlements.ts";

export function toSettlementWire(settlement: Settlement): SettlementWire {
  const { fees } = settlement;
  return {
    id: settlement.id,
    object: "settlement",
    livemode: settlement.mode === "live",
    created: toIsoSeconds(settlement.createdAt),
    metadata: {},
    status: settlement.status,
    currency: settlement.currency,
    gross: Number(settlement.gross),
    fees: {
      interchange: Number(fees.interchange),
      scheme: Number(fees.schemeFee),
      markup: Number(fees.markup),
      commission: Number(fees.commission),
    },
    refunds: Number(settlement.refunds),
    chargebacks: Number(settlement.chargebacks),
    adjustments: Number(settlement.adjustments),
    net: Number(settlement.net),
    period_start: toIsoSeconds(settlement.periodStart),
    period_end: toIsoSeconds(settlement.periodEnd),
    arrival_date: settlement.arrivalDate,
    paid_at: settlement.paidAt && toIsoSeconds(settlement.paidAt),
    bank_account_last4: settlement.bankAccountLast4,
    bank_reference: settlement.bankReference,
    transaction_count: settlement.transactionCount,
    failure_reason: settlement.failureReason,
  };
}
