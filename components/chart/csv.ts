export type CsvCell = string | number | bigint | null;

/** A table as CSV (RFC 4180), with a mark by which spreadsheets know UTF-8. Text that a spreadsheet
 *  would take for a formula is led by an apostrophe; numbers stay numbers, what is missing is empty. */
export function toCsv(head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `\ufeff${[head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

function cell(value: CsvCell): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** `Approval 91.2 %, up` → `approval-91-2-up.csv` */
export function csvName(title: string): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return `${words.slice(0, 60) || "chart"}.csv`;
}
