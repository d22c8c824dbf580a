import { invalid } from "#lib/kernel/errors.ts";
import { type CheckedBatch, checkBatch } from "./check-batch.ts";
import { readCsv } from "./read-csv.ts";
import { readInstructions } from "./read-instructions.ts";
import { readPain } from "./read-pain.ts";
import { MAX_ROWS, tooManyRows } from "./row-limit.ts";
import type { BatchFormat, ReadBatch } from "./types.ts";

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
