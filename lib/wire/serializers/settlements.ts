import type { Balance, Entry, Money } from "#lib/domain/balance/index.ts";
import type { Settlement } from "#lib/domain/settlements/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { BalanceTransactionWire, BalanceWire } from "../contract/balance.ts";
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

const toMoney = ({ amountMinor, currency }: Money) => ({ amount: Number(amountMinor), currency });

export function toBalanceWire(balance: Balance, mode: Mode): BalanceWire {
  return {
    object: "balance",
    livemode: mode === "live",
    pending: balance.pending.map(toMoney),
    available: balance.available.map(toMoney),
    payouts: balance.payouts.map(toMoney),
  };
}

export function toBalanceTransactionWire(entry: Entry): BalanceTransactionWire {
  const { fees } = entry;
  const parts = [
    ["interchange", fees.interchange],
    ["scheme", fees.schemeFee],
    ["markup", fees.markup],
    ["commission", fees.commission],
    ["dispute", entry.disputeFee],
  ] as const;
  return {
    id: entry.id,
    object: "balance_transaction",
    livemode: entry.mode === "live",
    created: toIsoSeconds(entry.bookedAt),
    metadata: {},
    type: entry.type,
    reporting_category: entry.type,
    amount: Number(entry.amountMinor),
    currency: entry.currency,
    fee: Number(entry.fee),
    net: Number(entry.net),
    fee_details: parts
      .filter(([, amount]) => amount > 0n)
      .map(([type, amount]) => ({ type, amount: Number(amount) })),
    source: entry.sourceId,
    status: entry.status,
    available_on: toIsoSeconds(entry.availableOn),
    settlement: entry.settlementId,
  };
}
