import { invalid } from "#lib/kernel/errors.ts";
import { checkPayout } from "../check-payout.ts";
import type { Fault } from "../instruction.ts";
import type { CheckedPayout } from "../types.ts";
import { readCsv } from "./read-csv.ts";
import { MAX_ROWS, readInstructions, tooManyRows } from "./read-instructions.ts";
import { readPain } from "./read-pain.ts";
import { type BatchError, type BatchFormat, MAX_ERRORS, type ReadBatch } from "./types.ts";

/** What a batch holds as it was sent. */
export type BatchContent =
  | { format: "json"; instructions: readonly unknown[] }
  | { format: Exclude<BatchFormat, "json">; file: string };

/** Reads and checks every instruction of a batch. Keeps the thread busy in proportion to its size. Throws
 *  `parameter_invalid` (`file`, `instructions`) for what cannot be read as a batch at all. */
export function readAndCheck(content: BatchContent): CheckedBatch {
  const param = content.format === "json" ? "instructions" : "file";
  if (content.format === "json" && content.instructions.length > MAX_ROWS) throw tooManyRows(param);
  const read = readContent(content);
  if (read.rows.length === 0) throw invalid(param, "A batch has at least one instruction.");
  if (read.rows.length > MAX_ROWS) throw tooManyRows(param);
  return checkBatch(read);
}

function readContent(content: BatchContent): ReadBatch {
  if (content.format === "json") return readInstructions(content.instructions);
  return content.format === "csv" ? readCsv(content.file) : readPain(content.file);
}

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
