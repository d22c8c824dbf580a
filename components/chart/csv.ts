import { type Cell, csvLine } from "#lib/kernel/csv.ts";

/** A table as CSV (RFC 4180), with a byte order mark so that spreadsheets read it as UTF-8. */
export function toCsv(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\ufeff${[head, ...rows].map(csvLine).join("")}`;
}

/** `Approval 91.2 %, up` → `approval-91-2-up.csv` */
export function csvName(title: string): string {
  const label = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return `${label.slice(0, 60) || "chart"}.csv`;
}
