import { invalid } from "#lib/kernel/errors.ts";
import { type CsvRow, parseCsv } from "#lib/kernel/parse-csv.ts";

/** In order of preference where a file has as many of several. */
const SEPARATORS = [";", "\t", "|", ","];
const LOOKED_AT = 50;
const FEWEST_COLUMNS = 3;

export type CsvTable = {
  /** Names of the columns; a name that comes twice is numbered: `Currency (2)`. */
  header: string[];
  /** Line of the header in the file. */
  headerAt: number;
  rows: CsvRow[];
};

/**
 * Finds the table in a bank's CSV file: banks write their name and the period above it. With `columns`, its header is the
 * first line that has all of them; otherwise the first line that is as long as most lines. Throws `parameter_invalid`
 * (`file`) if there is none.
 */
export function readTable(text: string, columns?: readonly string[]): CsvTable {
  const rows = [...parseCsv(text, separatorOf(text))];
  const at = columns
    ? rows.findIndex(({ cells }) => columns.every((name) => named(cells).includes(name)))
    : headerOf(rows);
  const header = rows[at];
  if (!header) {
    const what = columns ? `the columns ${columns.join(", ")}` : "at least three columns";
    throw invalid("file", `The CSV file has no line that names ${what}.`);
  }
  return { header: named(header.cells), headerAt: header.line, rows: rows.slice(at + 1) };
}

/** A cell in quotes, in which separators mean nothing. */
const QUOTED = /(?<=^|[;\t|,])"(?:[^"]|"")*"/gm;

function separatorOf(text: string): string {
  const lines = text.split("\n", LOOKED_AT).join("\n").replace(QUOTED, "").split("\n");
  const most = (sign: string) => Math.max(...lines.map((line) => line.split(sign).length));
  return SEPARATORS.reduce((best, sign) => (most(sign) > most(best) ? sign : best));
}

function headerOf(rows: readonly CsvRow[]): number {
  const looked = rows.slice(0, LOOKED_AT).filter(({ cells }) => filled(cells) >= FEWEST_COLUMNS);
  const lengths = looked.map(({ cells }) => cells.length);
  const times = (length: number) => lengths.filter((one) => one === length).length;
  const usual = lengths.reduce((best, one) => (times(one) > times(best) ? one : best), 0);
  return rows.findIndex(({ cells }) => cells.length === usual && filled(cells) >= FEWEST_COLUMNS);
}

const filled = (cells: readonly string[]) => cells.filter((cell) => cell !== "").length;

function named(cells: readonly string[]): string[] {
  return cells.map((cell, i) => {
    const before = cells.slice(0, i).filter((one) => one === cell).length;
    const name = cell.slice(0, 80);
    return before === 0 ? name : `${name} (${before + 1})`;
  });
}
