import { invalid } from "#lib/kernel/errors.ts";
import { excerpt } from "#lib/kernel/log.ts";
import { parseCsv } from "#lib/kernel/parse-csv.ts";
import {
  Faults,
  type FieldNames,
  type Instruction,
  type InstructionField,
} from "../instruction.ts";
import type { ReadBatch, ReadRow } from "../types.ts";
import { MAX_ROWS, NOTHING, readAmount, tooManyRows } from "./read-instructions.ts";

/** Columns that a file may have, by their names in its first line. */
const COLUMNS: Readonly<Record<string, InstructionField>> = {
  name: "name",
  iban: "iban",
  account_number: "accountNumber",
  sort_code: "sortCode",
  bic: "bic",
  country: "country",
  amount: "amountMinor",
  currency: "currency",
  rail: "rail",
  reference: "reference",
  end_to_end_id: "endToEndId",
};
const NEEDED = ["name", "amount", "currency"];
const NAMES = {
  ...Object.fromEntries(Object.entries(COLUMNS).map(([name, field]) => [field, name])),
  metadata: "metadata",
  executionDate: "execution_date",
} as FieldNames;

/** Reads the instructions of a CSV file. Its first line names the columns; amounts are in minor units. Throws
 *  `parameter_invalid` (`file`) for wrong columns or too many rows. */
export function readCsv(text: string): ReadBatch {
  const rows: ReadRow[] = [];
  let columns: string[] | null = null;
  for (const { cells } of parseCsv(text)) {
    if (!columns) columns = checkedColumns(cells);
    else rows.push(readRow(columns, cells));
    if (rows.length > MAX_ROWS) {
      throw tooManyRows("file");
    }
  }
  if (!columns) throw invalid("file", "The CSV file is empty.");
  return { rows, faults: [] };
}

function checkedColumns(cells: readonly string[]): string[] {
  const columns = cells.map((cell) => cell.toLowerCase().replace(/[ -]/g, "_"));
  const unknown = columns.find((name) => !Object.hasOwn(COLUMNS, name));
  if (unknown !== undefined) {
    const known = Object.keys(COLUMNS).join(", ");
    throw invalid(
      "file",
      `The CSV file has the unknown column ${excerpt(unknown, 60)}. Its first line may name ${known}.`,
    );
  }
  const twice = columns.find((name, i) => columns.indexOf(name) !== i);
  if (twice !== undefined) throw invalid("file", `The CSV file has the column ${twice} twice.`);
  const absent = NEEDED.filter((name) => !columns.includes(name));
  if (absent.length > 0)
    throw invalid("file", `The CSV file lacks the column ${absent.join(", ")}.`);
  if (!columns.includes("iban") && !columns.includes("account_number")) {
    throw invalid("file", "The CSV file lacks the column iban, or account_number.");
  }
  return columns;
}

function readRow(columns: readonly string[], cells: readonly string[]): ReadRow {
  const faults = new Faults(NAMES);
  if (cells.length !== columns.length) {
    const label = `The row has ${cells.length} cells, but the first line has ${columns.length} columns.`;
    faults.note("row_invalid", null, label);
    return { instruction: NOTHING, faults };
  }
  const instruction: Instruction = { ...NOTHING };
  const texts = instruction as Record<string, unknown>;
  for (const [i, name] of columns.entries()) {
    const cell = cells[i] ?? "";
    if (name === "amount") instruction.amountMinor = readAmount(cell, faults);
    else if (cell !== "") texts[COLUMNS[name] ?? ""] = cell;
  }
  return { instruction, faults };
}
