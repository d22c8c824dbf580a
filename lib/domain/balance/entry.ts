import type { NewTransfer, TransferKind } from "#lib/domain/ledger/index.ts";
import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import type { EntryType, NewEntry } from "./types.ts";

/** Which transfer moves the amount itself. An adjustment has none of its own yet: nothing makes one. */
const PRINCIPAL: Readonly<Record<Exclude<EntryType, "adjustment">, TransferKind>> = {
  charge: "capture",
  refund: "refund",
  refund_failure: "refund_reversal",
  dispute: "dispute",
  dispute_reversal: "dispute_reversal",
  settlement_failure: "settlement_failure",
  payment_failure: "payment_failure",
};

/** The same movement in double entry: its amount, and each part of its fee. Throws for an adjustment. */
export function transfersOfEntry(entry: NewEntry): NewTransfer[] {
  const { type, amountMinor, currency, sourceId, fees } = entry;
  if (type === "adjustment") throw new Error("nothing books an adjustment by itself");
  const parts: [TransferKind, bigint][] = [
    [PRINCIPAL[type], amountMinor < 0n ? -amountMinor : amountMinor],
    ["interchange", fees.interchange],
    ["scheme_fee", fees.schemeFee],
    ["markup", fees.markup],
    ["commission", fees.commission],
    ["dispute_fee", entry.disputeFee],
  ];
  return parts
    .filter(([, amount]) => amount > 0n)
    .map(([kind, amount]) => ({ kind, amountMinor: amount, currency, sourceId }));
}

/** The daily cut-off (00:00 UTC) that comes after a moment (decisions §5). */
export function cutOffAfter(moment: Date): Date {
  return dateFromMs((Math.floor(moment.getTime() / DAY_MS) + 1) * DAY_MS);
}
