import { isCurrency } from "#lib/kernel/currencies.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { excerpt } from "#lib/kernel/log.ts";
import { currencyExponent, decimalToMinor, minorToDecimal } from "#lib/kernel/money.ts";
import { parseCsv } from "#lib/kernel/parse-csv.ts";
import {
  Faults,
  type FieldNames,
  type Instruction,
  type InstructionField,
} from "../instruction.ts";
import type { ReadBatch, ReadRow } from "../types.ts";
import { bounded, MAX_ROWS, NOTHING, readAmount, tooManyRows } from "./read-instructions.ts";

/** Columns that a file may have, by their names in its first line. */
const COLUMNS: Readonly<Record<string, InstructionField>> = {
  name: "name",
  iban: "iban",
  account_number: "accountNumber",
  sort_code: "sortCode",
  bic: "bic",
  country: "country",
  amount: "amountMinor",
  amount_decimal: "amountMinor",
  currency: "currency",
  rail: "rail",
  reference: "reference",
  end_to_end_id: "endToEndId",
};
const NEEDED = ["name", "currency"];

/** The fields' names in a row whose amount is in the given column. */
const namesWith = (amountMinor: "amount" | "amount_decimal") =>
  ({
    ...Object.fromEntries(Object.entries(COLUMNS).map(([name, field]) => [field, name])),
    amountMinor,
    metadata: "metadata",
    executionDate: "execution_date",
  }) as FieldNames;
const NAMES = namesWith("amount");
const DECIMAL_NAMES = namesWith("amount_decimal");

/** Reads the instructions of a CSV file. Its first line names the columns. A row has its amount in minor units in
 *  `amount`, or in major units in `amount_decimal`. Throws `parameter_invalid` (`file`) for wrong columns or too many
 *  rows. */
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
  const unknown = columns.findIndex((name) => !Object.hasOwn(COLUMNS, name));
  if (unknown >= 0) {
    const known = Object.keys(COLUMNS).join(", ");
    // As written: with other signs between its groups a card number would not be recognised.
    throw invalid(
      "file",
      `The CSV file has the unknown column ${excerpt(cells[unknown]!, 60)}. Its first line may name ${known}.`,
    );
  }
  const twice = columns.find((name, i) => columns.indexOf(name) !== i);
  if (twice !== undefined) throw invalid("file", `The CSV file has the column ${twice} twice.`);
  const absent = NEEDED.filter((name) => !columns.includes(name));
  if (absent.length > 0)
    throw invalid("file", `The CSV file lacks the column ${absent.join(", ")}.`);
  if (!columns.includes("amount") && !columns.includes("amount_decimal")) {
    throw invalid("file", "The CSV file lacks the column amount, or amount_decimal.");
  }
  if (!columns.includes("iban") && !columns.includes("account_number")) {
    throw invalid("file", "The CSV file lacks the column iban, or account_number.");
  }
  return columns;
}

function readRow(columns: readonly string[], cells: readonly string[]): ReadRow {
  const given = givenAmounts(columns, cells);
  const faults = new Faults(given.decimal === "" ? given.names : DECIMAL_NAMES);
  if (cells.length !== columns.length) {
    const label = `The row has ${cells.length} cells, but the first line has ${columns.length} columns.`;
    faults.note("row_invalid", null, label);
    return { instruction: NOTHING, faults };
  }
  const instruction: Instruction = { ...NOTHING };
  const texts = instruction as Record<string, unknown>;
  for (const [i, name] of columns.entries()) {
    const cell = cells[i] ?? "";
    if (COLUMNS[name] !== "amountMinor" && cell !== "") texts[COLUMNS[name] ?? ""] = cell;
  }
  instruction.amountMinor = readEitherAmount(given, instruction.currency, faults);
  return { instruction, faults };
}

type Amounts = { minor: string; decimal: string; names: FieldNames };

/** The cells with the amount, empty where there is none, and the names for a row without any. */
function givenAmounts(columns: readonly string[], cells: readonly string[]): Amounts {
  const cell = (name: string) => cells[columns.indexOf(name)] ?? "";
  const names = columns.includes("amount") ? NAMES : DECIMAL_NAMES;
  return { minor: cell("amount"), decimal: cell("amount_decimal"), names };
}

/** The amount of the column that is filled in. Notes a fault if both are, or none; also if their amounts are equal, because
 *  the file then says twice what it pays, in two units. */
function readEitherAmount(
  { minor, decimal }: Amounts,
  currency: string | null,
  faults: Faults,
): bigint | null {
  if (minor !== "" && decimal !== "") {
    const label = "Fill in amount (minor units) or amount_decimal, not both.";
    return faults.note("amount_invalid", "amountMinor", label);
  }
  if (minor !== "") return readAmount(minor, faults);
  if (decimal !== "") return readDecimal(decimal, currency, faults);
  const label = "An amount is required, in the column amount (minor units) or amount_decimal.";
  return faults.note("missing", "amountMinor", label);
}

/** An amount in major units with exactly the currency's digits, so that `12.5` cannot be meant as 12.05 or as minor units.
 *  Null without a fault for an unknown currency, which is a fault of its own. */
function readDecimal(cell: string, currency: string | null, faults: Faults): bigint | null {
  if (currency === null || !isCurrency(currency)) return null;
  const exponent = currencyExponent(currency);
  const form = new RegExp(`^(?:0|[1-9]\\d{0,14})${exponent === 0 ? "" : `\\.\\d{${exponent}}`}$`);
  const amountMinor = form.test(cell) ? decimalToMinor(cell, currency) : null;
  if (amountMinor !== null) return bounded(amountMinor, faults);
  const example = minorToDecimal(12_500n, currency);
  const digits =
    exponent === 0 ? "no decimal places" : `exactly ${exponent} decimal places after a point`;
  const label = `An amount in ${currency} has ${digits}, such as ${example}; this is ${excerpt(cell, 30)}.`;
  return faults.note("amount_invalid", "amountMinor", label);
}
