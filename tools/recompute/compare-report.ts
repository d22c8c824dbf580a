import { apiApp } from "#lib/api/app.ts";
import type { DashboardVisitor } from "#test/dashboard.ts";
import { readCsvObjects } from "#test/report-file.ts";
import { adyenKey, adyenRow } from "./adyen-layout.ts";
import { decimal } from "./decimal.ts";
import { patiently } from "./patiently.ts";
import { amountsOf, idOf, type Question, type Row, recompute } from "./question.ts";
import type { RandomAccount } from "./random-account.ts";

export type Difference = {
  row: string;
  column: string;
  /** The product's answer and the recomputation's. */
  answered: string;
  recomputed: string;
};

/** Columns of foreign text: a cell that a spreadsheet would read as a formula begins with an apostrophe in files. */
const FOREIGN = ["description", "statement_descriptor"];
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Compares the answer of `GET /v1/reports`, or the file of the report screens, with the recomputation, cell by cell and in
 *  order. */
export async function compareReport(
  { till, visitor }: RandomAccount,
  question: Question,
  from: "api" | "screen" = "api",
): Promise<Difference[]> {
  const expected = await recompute(till.account.id, question);
  const isFile = question.format === "csv";
  const answer =
    from === "screen"
      ? await readDownload(visitor, question)
      : await (isFile ? readFile : readPages)(till.key, question);
  if (question.layout === "adyen") {
    const rows = expected.map(adyenRow);
    return compareRows(answer, rows, adyenKey, Object.keys(rows[0] ?? {}));
  }
  const shown = expected
    .map(withoutHidden)
    .map((row) =>
      question.layout === "decimal" ? inMajorUnits(row, amountsOf(question.type)) : row,
    );
  const differences = compareRows(
    answer,
    shown.map(isFile ? asCells : asNumbers),
    keyOf(question),
    question.columns ?? undefined,
  );
  return differences.length > 0 ? differences : orderOf(answer, expected, question);
}

/** `at`, and columns that begin with a tilde, are not part of the answer. */
const withoutHidden = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).filter(([name]) => name !== "at" && !name.startsWith("~")),
  );

/** `GET /v1/reports` with the parameters of a question. */
export function queryOf(question: Question): string {
  const { type, zone, status, filters, groupBy, columns, layout } = question;
  const params = new URLSearchParams({ type, timezone: zone });
  if (question.from) params.set("from", question.from);
  if (question.to) params.set("to", question.to);
  if (status) params.set("status", status);
  for (const [name, values] of Object.entries(filters)) params.set(name, values.join(","));
  if (groupBy.length > 0) params.set("group_by", groupBy.join(","));
  if (columns) params.set("columns", columns.join(","));
  if (layout !== "native") params.set("layout", layout);
  return params.toString();
}

/** Where clocks skip an hour, two local times can be one instant. */
const SAME_INSTANT = "Must be later than from.";

/** The file of a query. Throws if it is refused. */
export async function fileOf(key: string, query: string): Promise<string> {
  const text = await get(key, query);
  if (text === null) throw new Error(`${query} has no range`);
  return text;
}

async function get(key: string, query: string): Promise<string | null> {
  const url = `http://localhost/v1/reports?${query}`;
  const headers = { Authorization: `Bearer ${key}` };
  const response = await patiently(async () => apiApp.fetch(new Request(url, { headers })));
  const text = await response.text();
  if (response.status === 400 && JSON.parse(text).error.message === SAME_INSTANT) return null;
  if (response.status !== 200) throw new Error(`${query} answers ${response.status}: ${text}`);
  return text;
}

const readFile = async (key: string, question: Question): Promise<Row[]> =>
  readCsvObjects((await get(key, `${queryOf(question)}&format=csv`)) ?? "");

/** The file that a report screen downloads; its layout is `decimal` unless the query says otherwise. */
async function readDownload(visitor: DashboardVisitor, question: Question): Promise<Row[]> {
  const layout = question.layout === "native" ? "&layout=native" : "";
  const path = `/test/reports/export?${queryOf(question)}${layout}`;
  const { status, body } = await patiently(() => visitor.get(path));
  if (status === 400 && body.error.message === SAME_INSTANT) return [];
  if (status !== 200) throw new Error(`${path} answers ${status}: ${JSON.stringify(body)}`);
  return readCsvObjects(body);
}

async function readPages(key: string, question: Question): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = null; ; ) {
    const after: string = cursor ? `&starting_after=${encodeURIComponent(cursor)}` : "";
    const text = await get(key, `${queryOf(question)}&limit=23${after}`);
    if (text === null) return rows;
    const page = JSON.parse(text);
    for (const row of page.data) rows.push(asRow(row));
    cursor = page.next_cursor;
    if (cursor === null) return rows;
  }
}

const asRow = (cells: Record<string, unknown>): Row =>
  Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => [name, cell === null ? null : String(cell)]),
  );

/** Basis points are a number in JSON and have two digits in a file. */
const asNumbers = (row: Row): Row =>
  row.effective_bp ? { ...row, effective_bp: String(Number(row.effective_bp)) } : row;

/** The cells of a file. */
const asCells = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, cell]) => [
      name,
      FOREIGN.includes(name) && FORMULA.test(cell ?? "") ? `'${cell}` : (cell ?? ""),
    ]),
  );

const inMajorUnits = (row: Row, amounts: readonly string[]): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, cell]) => [
      name,
      cell !== null && amounts.includes(name) ? decimal(cell, row.currency!) : cell,
    ]),
  );

const keyOf = ({ type, groupBy, columns }: Question) => {
  const names = groupBy.length > 0 ? [...groupBy, "currency"] : (columns ?? [idOf(type)]);
  return (row: Row) => names.map((name) => row[name] ?? "").join(" · ");
};

/** Differences by the rows' keys; equal keys are compared in order. */
export function compareRows(
  answered: readonly Row[],
  recomputed: readonly Row[],
  key: (row: Row) => string,
  columns?: readonly string[],
): Difference[] {
  const left = new Map<string, Row[]>();
  for (const row of answered) left.set(key(row), [...(left.get(key(row)) ?? []), row]);
  const differences: Difference[] = [];
  for (const row of recomputed) {
    const name = key(row);
    const found = left.get(name)?.shift();
    if (!found) {
      differences.push({ row: name, column: "*", answered: "no row", recomputed: "a row" });
      continue;
    }
    for (const column of columns ?? new Set([...Object.keys(row), ...Object.keys(found)])) {
      const [a, b] = [found[column], row[column]];
      if (a !== b) {
        const [answer, recomputation] = [a, b].map((cell) =>
          cell === undefined ? "no cell" : `${cell}`,
        );
        differences.push({ row: name, column, answered: answer!, recomputed: recomputation! });
      }
    }
  }
  for (const [name, rows] of left) {
    for (const _ of rows) {
      differences.push({ row: name, column: "*", answered: "a row", recomputed: "no row" });
    }
  }
  return differences;
}

/** Rows are listed from the newest on, by the moment to which `from` and `to` apply. */
function orderOf(answered: readonly Row[], expected: readonly Row[], question: Question) {
  if (question.groupBy.length > 0 || question.columns) return [];
  const id = idOf(question.type);
  const moments = new Map(expected.map((row) => [row[id], Number(row.at)]));
  const differences: Difference[] = [];
  for (let i = 1; i < answered.length; i++) {
    const [before, row] = [answered[i - 1]![id], answered[i]![id]];
    if (moments.get(before)! < moments.get(row)!) {
      differences.push({
        row: row!,
        column: "order",
        answered: `after ${before}`,
        recomputed: "before",
      });
    }
  }
  return differences;
}
