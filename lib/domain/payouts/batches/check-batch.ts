import { checkPayout } from "../check-payout.ts";
import type { Fault } from "../instruction.ts";
import type { CheckedPayout } from "../types.ts";
import { type BatchError, MAX_ERRORS, type ReadBatch } from "./types.ts";

/** A batch that was checked, apart from what the account may do. */
export type CheckedBatch = {
  currency: string | null;
  count: number;
  total: bigint;
  accepted: { row: number; payout: CheckedPayout }[];
  errors: BatchError[];
};

/** Checks every instruction for itself. What is wrong with one stops that one; what is wrong with the file
 *  as a whole stops all of them. */
export function checkBatch({ rows, faults }: ReadBatch): CheckedBatch {
  const currency =
    rows.find(({ instruction }) => instruction.currency)?.instruction.currency ?? null;
  const errors: BatchError[] = faults.map((fault) => ({ row: null, ...fault }));
  const accepted: CheckedBatch["accepted"] = [];
  let total = 0n;
  for (const [i, { instruction, faults: own }] of rows.entries()) {
    const row = i + 1;
    const isOther = instruction.currency !== null && instruction.currency !== currency;
    if (isOther) {
      const label = `A batch has one currency; this one is of ${currency}.`;
      own.note("currency_mixed", "currency", label);
    } else total += instruction.amountMinor ?? 0n;
    const payout = isOther || own.isUnreadable ? null : checkPayout(instruction, own);
    if (payout && own.count === 0) accepted.push({ row, payout });
    // No more than these are ever shown.
    if (errors.length < MAX_ERRORS) errors.push(...own.found.map((fault) => ({ row, ...fault })));
  }
  const checked = { currency, count: rows.length, total, accepted, errors };
  return faults.length > 0 ? { ...checked, accepted: [] } : checked;
}

/** The same with nothing accepted, for one more reason. */
export function refuseAll(checked: CheckedBatch, fault: Fault): CheckedBatch {
  return { ...checked, accepted: [], errors: [{ row: null, ...fault }, ...checked.errors] };
}
