import { invalid } from "#lib/kernel/errors.ts";
import { formatMinor } from "#lib/kernel/money.ts";
import type { CsvRow } from "#lib/kernel/parse-csv.ts";
import type { CsvMapping } from "#lib/kernel/vocabulary/bank-statements.ts";
import { type CsvTable, readTable } from "./csv-table.ts";
import {
  cleaned,
  earliest,
  faultAt,
  latest,
  MOST_NAME,
  MOST_TEXT,
  readDay,
  readSigned,
  referencesOf,
  shown,
  tooManyLines,
} from "./fields.ts";
import { MAX_LINES, type ParsedLine, type ParsedStatement } from "./types.ts";

export type CsvFrame = {
  bankAccount: string;
  currency: string;
  mapping: CsvMapping;
  /** Needed where no column has the balance after each line. */
  openingMinor: bigint | null;
  closingMinor: bigint | null;
};

type Row = ParsedLine & { balanceMinor: bigint | null };

/**
 * Reads a bank's CSV file as one statement. The lines may be in either order. With a column of balances, each line's
 * balance must follow from the one before. Throws `parameter_invalid`: `file` with line and column, or the name of a value
 * that is missing.
 */
export function parseCsvStatement(text: string, frame: CsvFrame): ParsedStatement {
  const { mapping, bankAccount, currency } = frame;
  checkMapping(mapping);
  const table = readTable(text, columnsOf(mapping));
  const rows = table.rows.map((row) => readRow(row, table, frame)).filter((row) => row !== null);
  if (rows.length > MAX_LINES) throw tooManyLines();
  if (rows.length === 0)
    throw invalid("file", "The CSV file has no line with a date and an amount.");
  const { ordered, openingMinor, closingMinor } = balanced(rows, frame);
  const days = ordered.map(({ bookingDay }) => bookingDay);
  return {
    at: table.headerAt,
    bankAccount,
    currency,
    reference: null,
    sequence: null,
    fromDay: earliest(days),
    toDay: latest(days),
    openingMinor,
    closingMinor,
    lines: ordered.map(({ balanceMinor, ...line }) => line),
  };
}

function checkMapping({ bookingDate, amount, debit, credit }: CsvMapping): void {
  if (bookingDate === "")
    throw invalid("mapping[bookingDate]", "Choose the column of the booking date.");
  if (amount !== null ? debit === null && credit === null : debit !== null && credit !== null)
    return;
  throw invalid(
    "mapping[amount]",
    "Choose the column of the amount, or those of debit and credit.",
  );
}

const columnsOf = ({ dateFormat, decimal, ...columns }: CsvMapping) =>
  Object.values(columns).filter((name) => name !== null);

/** A row of the table; null for rows without date and amount, such as sums below the table. */
function readRow({ cells, line }: CsvRow, { header }: CsvTable, frame: CsvFrame): Row | null {
  const { mapping, currency } = frame;
  const cell = (column: string | null) =>
    column === null ? "" : (cells[header.indexOf(column)] ?? "");
  const amounts = [mapping.amount, mapping.debit, mapping.credit];
  const isDated = readDay(cell(mapping.bookingDate), mapping.dateFormat) !== null;
  if (!isDated && amounts.every((column) => cell(column) === "")) return null;
  if (cells.length !== header.length) {
    const message = `it has ${cells.length} cells, but the table has ${header.length} columns.`;
    throw invalid("file", `Line ${line}: ${message}`);
  }
  const day = (column: string) => {
    const read = readDay(cell(column), mapping.dateFormat);
    if (read !== null) return read;
    throw faultAt(line, column, `${shown(cell(column))} is not a date as ${mapping.dateFormat}.`);
  };
  const figure = (column: string) => {
    const minor = readSigned(cell(column), mapping.decimal, currency);
    if (minor !== null) return minor;
    throw faultAt(line, column, `${shown(cell(column))} is not an amount in ${currency}.`);
  };
  const own = cell(mapping.currency);
  if (mapping.currency && own !== "" && own.toUpperCase() !== currency) {
    throw faultAt(
      line,
      mapping.currency,
      `${shown(own)} is not ${currency}, the account's currency.`,
    );
  }
  const bookingDay = day(mapping.bookingDate);
  const hasValueDay = mapping.valueDate !== null && cell(mapping.valueDate) !== "";
  return {
    at: line,
    bookingDay,
    valueDay: hasValueDay ? day(mapping.valueDate!) : bookingDay,
    amountMinor: mapping.amount ? figure(mapping.amount) : eitherOf(cell, figure, line, mapping),
    balanceMinor: mapping.balance ? figure(mapping.balance) : null,
    entryReference: null,
    references: referencesOf([cell(mapping.reference)]),
    text: cleaned(cell(mapping.text), MOST_TEXT),
    counterparty: cleaned(cell(mapping.counterparty), MOST_NAME) || null,
  };
}

/** Banks write debits with and without a sign. */
function eitherOf(
  cell: (column: string | null) => string,
  figure: (column: string) => bigint,
  line: number,
  { debit, credit }: CsvMapping,
): bigint {
  const given = [debit!, credit!].filter((column) => cell(column) !== "");
  const amounts = given.map(figure);
  const filled = amounts.filter((minor) => minor !== 0n);
  if (given.length === 0 || filled.length > 1) {
    const message = `one of ${debit} and ${credit} must have an amount.`;
    throw faultAt(line, debit!, message);
  }
  const isDebit = given.length === 1 ? given[0] === debit : amounts[0] !== 0n;
  const minor = filled[0] ?? 0n;
  const magnitude = minor < 0n ? -minor : minor;
  return isDebit ? -magnitude : magnitude;
}

type Balanced = { ordered: Row[]; openingMinor: bigint; closingMinor: bigint };

/** The lines from the oldest on, with the balances around them. */
function balanced(rows: Row[], frame: CsvFrame): Balanced {
  const isNewestFirst = rows[0]!.bookingDay > rows.at(-1)!.bookingDay;
  const ordered = isNewestFirst ? rows.toReversed() : rows;
  if (!frame.mapping.balance) {
    const { openingMinor, closingMinor } = frame;
    if (openingMinor === null) throw invalid("opening", "Enter the balance before the first line.");
    if (closingMinor === null) throw invalid("closing", "Enter the balance after the last line.");
    return { ordered, openingMinor, closingMinor };
  }
  const broken = breakIn(ordered);
  // With one day only, the dates do not say which end is the newest.
  const isOneDay = rows[0]!.bookingDay === rows.at(-1)!.bookingDay;
  if (broken && isOneDay && !breakIn(rows.toReversed())) return around(rows.toReversed());
  if (broken) throw brokenAt(broken, frame);
  return around(ordered);
}

const around = (ordered: Row[]): Balanced => ({
  ordered,
  openingMinor: ordered[0]!.balanceMinor! - ordered[0]!.amountMinor,
  closingMinor: ordered.at(-1)!.balanceMinor!,
});

type Break = { row: Row; expectedMinor: bigint };

function breakIn(ordered: readonly Row[]): Break | null {
  for (const [i, row] of ordered.entries()) {
    const before = ordered[i - 1];
    if (!before) continue;
    const expectedMinor = before.balanceMinor! + row.amountMinor;
    if (row.balanceMinor !== expectedMinor) return { row, expectedMinor };
  }
  return null;
}

function brokenAt({ row, expectedMinor }: Break, { currency, mapping }: CsvFrame) {
  const [said, expected, difference] = [
    row.balanceMinor!,
    expectedMinor,
    row.balanceMinor! - expectedMinor,
  ].map((minor) => formatMinor(minor, currency));
  const message = `the balance is ${said}; the lines before it add up to ${expected}. The difference is ${difference}.`;
  return faultAt(row.at, mapping.balance!, message);
}
