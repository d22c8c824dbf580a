import { invalid } from "./errors.ts";

const QUOTE = '"';
/** A bound for parsing; no file that is read here has as many. */
const MAX_COLUMNS = 50;
const LONGEST_HEAD = 4_096;

/** `line`: the line of the file on which the row begins, from 1. */
export type CsvRow = { cells: string[]; line: number };

/**
 * Parses a CSV file (RFC 4180) row by row. Cells are separated by `separator`; by default by commas or, if the first line
 * has more of them, semicolons. Lines end with LF or CRLF; a byte order mark is optional. Empty lines are skipped. Throws
 * `parameter_invalid` (`file`) for an unclosed quote and for a row with too many columns.
 */
export function* parseCsv(text: string, separator = separatorOf(text)): Generator<CsvRow> {
  let at = beginningOf(text);
  let line = 1;
  let first = 1;
  let cells: string[] = [];
  while (at <= text.length) {
    const cell = readCell(text, at, separator);
    cells.push(cell.value);
    if (text[at] === QUOTE) line += count(text.slice(at, cell.end), "\n");
    at = cell.end;
    if (text[at] === separator) {
      if (cells.length === MAX_COLUMNS) throw tooManyColumns();
      at++;
      continue;
    }
    if (cells.length > 1 || cells[0] !== "") yield { cells, line: first };
    cells = [];
    if (at >= text.length) return;
    at += text[at] === "\r" && text[at + 1] === "\n" ? 2 : 1;
    first = ++line;
  }
}

const beginningOf = (text: string) => (text.startsWith("\uFEFF") ? 1 : 0);

function separatorOf(text: string): string {
  const at = beginningOf(text);
  const end = text.indexOf("\n", at);
  const head = text.slice(at, end < 0 ? text.length : end).slice(0, LONGEST_HEAD);
  return count(head, ";") > count(head, ",") ? ";" : ",";
}

const tooManyColumns = () =>
  invalid("file", `A row of the CSV file can have at most ${MAX_COLUMNS} columns.`);

const count = (text: string, char: string) => text.split(char).length - 1;

/** The cell that starts at `start`, and the position of its separator, line end or the end of the text. */
function readCell(text: string, start: number, separator: string): { value: string; end: number } {
  if (text[start] !== QUOTE) {
    let end = start;
    while (end < text.length && text[end] !== separator && !isLineEnd(text, end)) end++;
    return { value: text.slice(start, end).trim(), end };
  }
  let value = "";
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf(QUOTE, from);
    if (quote < 0) throw invalid("file", "The CSV file cannot be read: a quote is never closed.");
    value += text.slice(from, quote);
    if (text[quote + 1] === QUOTE) {
      value += QUOTE;
      from = quote + 2;
      continue;
    }
    const end = quote + 1;
    if (end < text.length && text[end] !== separator && !isLineEnd(text, end)) {
      throw invalid("file", "The CSV file cannot be read: something follows a closing quote.");
    }
    return { value: value.trim(), end };
  }
}

const isLineEnd = (text: string, at: number) =>
  text[at] === "\n" || (text[at] === "\r" && (text[at + 1] === "\n" || at + 1 === text.length));
