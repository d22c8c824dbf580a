/** A decimal number, exact and never taken for text, also when it is negative. */
export type Figure = Readonly<{ figure: string }>;
export type Cell = string | number | bigint | Figure | null;

/** First characters that make a spreadsheet treat a cell as a formula, or look at the next character: = + - @, their
 *  full-width forms, tab, line feed and carriage return. Every CSV writer puts `FORMULA_GUARD` before them. */
export const FORMULA_SIGNS: readonly string[] = [..."=+-@＝＋－＠\t\n\r"];
export const FORMULA_GUARD = "'";

/** Where a spreadsheet that splits at semicolons begins another cell inside a text: quotes protect only the first cell of a
 *  line there. */
const INNER_FORMULA = /(?:\r\n|[;\r\n])(?=["\t ]*[=+\-@＝＋－＠])/g;

/** One line of a CSV file (RFC 4180). Text that a spreadsheet would treat as a formula gets an apostrophe before it, also
 *  after a semicolon or a line break in the text; null is an empty cell. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

function toCell(value: Cell): string {
  if (value === null) return "";
  if (typeof value === "object") return value.figure;
  if (typeof value !== "string") return String(value);
  const inner = value.replace(INNER_FORMULA, `$&${FORMULA_GUARD}`);
  const safe = FORMULA_SIGNS.includes(inner.charAt(0)) ? FORMULA_GUARD + inner : inner;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
