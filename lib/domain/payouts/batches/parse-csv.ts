import { invalid } from "#lib/kernel/errors.ts";

const QUOTE = '"';
/** There are eleven columns, each at most once. */
const MAX_COLUMNS = 50;
const LONGEST_HEAD = 4_096;

/**
 * The rows of a CSV file (RFC 4180), one after the other: with commas or, as the first line tells, semicolons;
 * LF or CRLF; with or without a byte order mark. Empty lines are left out. Throws `parameter_invalid` (`file`)
 * for a quote that is never closed and
 * for a row with too many columns.
 */
export function* parseCsv(text: string): Generator<string[]> {
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  const firstEnd = text.indexOf("\n", at);
  const head = text.slice(at, firstEnd < 0 ? text.length : firstEnd).slice(0, LONGEST_HEAD);
  const separator = count(head, ";") > count(head, ",") ? ";" : ",";
  let cells: string[] = [];
  while (at <= text.length) {
    const cell = readCell(text, at, separator);
    cells.push(cell.value);
    at = cell.end;
    if (text[at] === separator) {
      if (cells.length === MAX_COLUMNS) throw tooManyColumns();
      at++;
      continue;
    }
    if (cells.length > 1 || cells[0] !== "") yield cells;
    cells = [];
    if (at >= text.length) return;
    at += text[at] === "\r" && text[at + 1] === "\n" ? 2 : 1;
  }
}

const tooManyColumns = () =>
  invalid("file", `A row of the CSV file can have at most ${MAX_COLUMNS} columns.`);

const count = (text: string, char: string) => text.split(char).length - 1;

/** The cell that begins at `start`, and where its separator, line end or the text's end stands. */
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
