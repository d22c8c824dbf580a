import { invalid } from "#lib/kernel/errors.ts";
import type { BatchFormat } from "#lib/kernel/vocabulary/payouts.ts";
import { checkPayout } from "../check-payout.ts";
import type { Fault } from "../instruction.ts";
import { type BatchError, type CheckedPayout, MAX_ERRORS, type ReadBatch } from "../types.ts";
import { readCsv } from "./read-csv.ts";
import { MAX_ROWS, readInstructions, tooManyRows } from "./read-instructions.ts";
import { readPain } from "./read-pain.ts";

/** The content of a batch as sent. */
export type BatchContent =
  | { format: "json"; instructions: readonly unknown[] }
  | { format: Exclude<BatchFormat, "json">; file: string };

/** Reads and checks every instruction of a batch, synchronously. Throws `parameter_invalid` (`file`, `instructions`) for
 *  content that is not a batch. */
export function readAndCheck(content: BatchContent): CheckedBatch {
  const param = content.format === "json" ? "instructions" : "file";
  if (content.format === "json" && content.instructions.length > MAX_ROWS) throw tooManyRows(param);
  const read = readContent(content);
  if (read.rows.length === 0) throw invalid(param, "A batch must have at least one instruction.");
  if (read.rows.length > MAX_ROWS) throw tooManyRows(param);
  return checkBatch(read);
}

function readContent(content: BatchContent): ReadBatch {
  if (content.format === "json") return readInstructions(content.instructions);
  return content.format === "csv" ? readCsv(content.file) : readPain(content.file);
}

/** A checked batch; the account's corridors and balance are not checked yet. */
export type CheckedBatch = {
  currency: string | null;
  count: number;
  total: bigint;
  accepted: { row: number; payout: CheckedPayout }[];
  errors: BatchError[];
};

/** Checks every instruction separately. A fault of an instruction rejects that one; a fault of the file rejects all. */
function checkBatch({ rows, faults }: ReadBatch): CheckedBatch {
  const currency =
    rows.find(({ instruction }) => instruction.currency)?.instruction.currency ?? null;
  const errors: BatchError[] = faults.map((fault) => ({ row: null, ...fault }));
  const accepted: CheckedBatch["accepted"] = [];
  let total = 0n;
  for (const [i, { instruction, faults: own }] of rows.entries()) {
    const row = i + 1;
    const isOther = instruction.currency !== null && instruction.currency !== currency;
    if (isOther) {
      const label = `A batch must have one currency; this one is in ${currency}.`;
      own.note("currency_mixed", "currency", label);
    } else total += instruction.amountMinor ?? 0n;
    const payout = isOther || own.isUnreadable ? null : checkPayout(instruction, own);
    if (payout && own.count === 0) accepted.push({ row, payout });
    // More errors are never stored.
    if (errors.length < MAX_ERRORS) errors.push(...own.found.map((fault) => ({ row, ...fault })));
  }
  const checked = { currency, count: rows.length, total, accepted, errors };
  return faults.length > 0 ? { ...checked, accepted: [] } : checked;
}

/** The batch with nothing accepted, because of a further fault. */
export function refuseAll(checked: CheckedBatch, fault: Fault): CheckedBatch {
  return { ...checked, accepted: [], errors: [{ row: null, ...fault }, ...checked.errors] };
}
