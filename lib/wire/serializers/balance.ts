import type { Balance, Entry, Money } from "#lib/domain/balance/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { BalanceTransactionWire, BalanceWire } from "../contract/balance.ts";

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
