import { isCurrency } from "#lib/kernel/currencies.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { excerpt } from "#lib/kernel/log.ts";
import type { BatchFormat } from "#lib/kernel/vocabulary/payouts.ts";
import { checkPayout } from "../check-payout.ts";
import type { Fault, Instruction } from "../instruction.ts";
import {
  type BatchError,
  type CheckedPayout,
  MAX_ERRORS,
  type ReadBatch,
  type SeenRow,
} from "../types.ts";
import { readCsv } from "./read-csv.ts";
import { MAX_ROWS, readInstructions, tooManyRows } from "./read-instructions.ts";
import { readPain } from "./read-pain.ts";

/** The content of a batch as sent. */
export type BatchContent =
  | { format: "json"; instructions: readonly unknown[] }
  | { format: Exclude<BatchFormat, "json">; file: string };

/** Reads and checks every instruction of a batch, synchronously, at the account's time `nowMs`. Throws `parameter_invalid`
 *  (`file`, `instructions`) for content that is not a batch. */
export function readAndCheck(content: BatchContent, nowMs: number): CheckedBatch {
  const param = content.format === "json" ? "instructions" : "file";
  if (content.format === "json" && content.instructions.length > MAX_ROWS) throw tooManyRows(param);
  const read = readContent(content, nowMs);
  if (read.rows.length === 0) throw invalid(param, "A batch must have at least one instruction.");
  if (read.rows.length > MAX_ROWS) throw tooManyRows(param);
  return checkBatch(read);
}

function readContent(content: BatchContent, nowMs: number): ReadBatch {
  if (content.format === "json") return readInstructions(content.instructions);
  return content.format === "csv" ? readCsv(content.file) : readPain(content.file, nowMs);
}

export type AcceptedRow = { row: number; payout: CheckedPayout };
export type RefusedRow = { row: number; payout: null; seen: SeenRow };

/** A checked batch; the account's corridors and balance are not checked yet. */
export type CheckedBatch = {
  currency: string | null;
  count: number;
  total: bigint;
  accepted: AcceptedRow[];
  /** The other rows, as far as they could be read. */
  refused: RefusedRow[];
  errors: BatchError[];
};

/** Checks every instruction separately. A fault of an instruction rejects that one; a fault of the file rejects all. */
function checkBatch({ rows, faults }: ReadBatch): CheckedBatch {
  const currency =
    rows.find(({ instruction }) => instruction.currency)?.instruction.currency ?? null;
  const errors: BatchError[] = faults.map((fault) => ({ row: null, ...fault }));
  const accepted: AcceptedRow[] = [];
  const refused: RefusedRow[] = [];
  let total = 0n;
  for (const [i, { instruction, faults: own }] of rows.entries()) {
    const row = i + 1;
    const isOther = instruction.currency !== null && instruction.currency !== currency;
    if (isOther) {
      const label = `A batch must have one currency; this one is in ${currency}.`;
      own.note("currency_mixed", "currency", label);
    } else total += instruction.amountMinor ?? 0n;
    const payout = isOther || own.isUnreadable ? null : checkPayout(instruction, own);
    if (payout && own.count === 0 && faults.length === 0) accepted.push({ row, payout });
    else refused.push({ row, payout: null, seen: seenOf(instruction) });
    // More errors are never stored.
    if (errors.length < MAX_ERRORS) errors.push(...own.found.map((fault) => ({ row, ...fault })));
  }
  return { currency, count: rows.length, total, accepted, refused, errors };
}

const LONGEST_NAME = 140;

/** A row that was not accepted can hold any text: it is cut, and card numbers are masked. */
function seenOf({ name, iban, accountNumber, amountMinor, currency }: Instruction): SeenRow {
  return {
    name: name && excerpt(name, LONGEST_NAME),
    accountLast4: lastFour(iban ?? accountNumber),
    amountMinor,
    currency: currency !== null && isCurrency(currency) ? currency : null,
  };
}

const lastFour = (account: string | null) => account?.replace(/\s/g, "").slice(-4) ?? null;

/** Every row of a batch as read, in the order of the file. */
export function seenRows({ accepted, refused }: CheckedBatch): (SeenRow & { row: number })[] {
  const taken = accepted.map(({ row, payout: { beneficiary, amountMinor, currency } }) => {
    const { name, iban, accountNumber } = beneficiary;
    return { row, name, accountLast4: lastFour(iban ?? accountNumber), amountMinor, currency };
  });
  const others = refused.map(({ row, seen }) => ({ row, ...seen }));
  return [...taken, ...others].sort((a, b) => a.row - b.row);
}

/** The batch with nothing accepted, because of a further fault. */
export function refuseAll(checked: CheckedBatch, fault: Fault): CheckedBatch {
  return { ...checked, accepted: [], errors: [{ row: null, ...fault }, ...checked.errors] };
}
