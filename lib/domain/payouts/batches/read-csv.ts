import { invalid } from "#lib/kernel/errors.ts";
import { excerpt } from "#lib/kernel/log.ts";
import {
  Faults,
  type FieldNames,
  type Instruction,
  type InstructionField,
} from "../instruction.ts";
import { parseCsv } from "./parse-csv.ts";
import { readAmount } from "./read-amount.ts";
import { NOTHING } from "./read-instructions.ts";
import { MAX_ROWS, tooManyRows } from "./row-limit.ts";
import type { ReadBatch, ReadRow } from "./types.ts";

/** The columns a file may have, by the names in its first line. */
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

/** Instructions in a CSV file: the first line names the columns, amounts are in minor units. Throws
 *  `parameter_invalid` (`file`) for a file that has no such columns, or too many rows. */
export function readCsv(text: string): ReadBatch {
  const rows: ReadRow[] = [];
  let columns: string[] | null = null;
  for (const cells of parseCsv(text)) {
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
  const strange = columns.find((name) => !Object.hasOwn(COLUMNS, name));
  if (strange !== undefined) {
    const known = Object.keys(COLUMNS).join(", ");
    throw invalid(
      "file",
      `The CSV file's first line names its columns, of ${known}; not ${excerpt(strange, 60)}.`,
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
    const label = `It has ${cells.length} cells, the first line names ${columns.length}.`;
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
