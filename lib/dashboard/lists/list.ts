import { exportList } from "#lib/domain/exports/index.ts";
import type { Permission } from "#lib/domain/members/index.ts";
import { fromReplica } from "#lib/domain/replicas/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Cell } from "#lib/kernel/csv.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { csvHead, csvResponse } from "#lib/kernel/file-response.ts";
import { minorToDecimal } from "#lib/kernel/money.ts";
import type { KeysetPage, KeysetSlice, MoreValues } from "#lib/kernel/page.ts";
import { decodeNames } from "#lib/kernel/vocabulary/column-names.ts";
import { MOST_CHOSEN } from "#lib/kernel/vocabulary/lists.ts";
import { isMetadataColumn, MOST_COLUMNS } from "../column-names.ts";
import { requireRole } from "../middleware/require.ts";
import { asList, type ListRoutes, type QueryContext } from "../typed-routes.ts";
import type { DashboardContext } from "../types.ts";
import type { CustomerRefView, InstrumentView, Listed } from "../views/shared.ts";

/** The cells that a column of the screen has in a file, by header. */
type Cells<View> = Readonly<Record<string, (row: View) => Cell>>;

/** The one declaration of a list: its filters, its pages (without a count), its rows, and the cells of each column in a
 *  CSV file. Amounts are in major units beside their currency, times in UTC. */
export type List<Filter, Row, View, Id extends string, Name extends string> = {
  /** Part of the file name. */
  name: string;
  /** Reads the filters of the query, or a promise of them. Throws `parameter_invalid` with the parameter. */
  filter: (c: QueryContext<Name>) => Filter;
  page: (
    c: DashboardContext,
    filter: Awaited<Filter>,
    page: KeysetPage,
  ) => Promise<KeysetSlice<Row>>;
  view: (row: Row) => View;
  /** Reads the optional columns among `names` for the rows of a page, by id. */
  more?: (
    ctx: Context,
    ids: readonly string[],
    names: readonly string[],
  ) => Promise<ReadonlyMap<string, MoreValues>>;
  /** The columns that a file has only if they are asked for. */
  optional?: readonly string[];
  /** How many rows match, at most `most`; null if counting them takes too long. Without it, the rows of a page are
   *  counted. */
  count?: (c: DashboardContext, filter: Awaited<Filter>, most: number) => Promise<number | null>;
  /** By the ids of the screen's columns, in the same order. */
  columns: Readonly<Record<Id, Cells<View>>>;
};

/** Checks a declaration and infers its type. */
export function list<Filter, Row, View, Id extends string, Name extends string>(
  declared: List<Filter, Row, View, Id, Name>,
): List<Filter, Row, View, Id, Name> {
  return declared;
}

/** The filter that these values have in the address of the list. Throws `parameter_invalid` with the name. */
export function filterOf<Filter, Name extends string>(
  { filter }: { filter: (c: QueryContext<Name>) => Filter },
  c: DashboardContext,
  values: Readonly<Record<string, string>>,
): Filter {
  // The readers of filters take nothing else of a context.
  const asked = { req: { query: (name: string) => values[name] }, get: c.get.bind(c) };
  return filter(asked as unknown as QueryContext<Name>);
}

/** A single page, for lists with few rows per account. */
export const onePage = <Row>(rows: Row[]): KeysetSlice<Row> => ({ rows, older: null, newer: null });

export const noFilter = () => ({});

/** The ids of a list's columns. */
export type ColumnIds<L> =
  L extends List<infer _Filter, infer _Row, infer _View, infer Id, infer _Name> ? Id : never;

/** `GET …/export`: every row that matches the filters, with the columns of `columns` or all. */
export function addExport<Filter, Row, View extends object, Id extends string, Name extends string>(
  routes: Pick<ListRoutes, "app">,
  declared: List<Filter, Row, View, Id, Name>,
  may: Permission = "download_reports",
): void {
  routes.app.get("/export", requireRole(may), async (c) => {
    const filter = await declared.filter(asList(c));
    const chosen = readColumns(c, declared);
    const only = readIds(c);
    if (c.req.method === "HEAD") return csvHead({});
    const cells = [...cellsOf(declared, chosen)];
    const mode = c.get("ctx")?.mode;
    const file = await exportList(c.get("ctx") ?? c.get("accountCtx"), {
      list: declared.name,
      fileName: fileNameOf(declared.name, mode),
      about: aboutOf(c, chosen),
      header: cells.map(([name]) => name),
      read: (page) =>
        fromReplica(async () => {
          const { rows, older } = await declared.page(c, filter, { ...page, only });
          const views = await listRows(c, declared, rows, chosen);
          return { rows: views.map((view) => cells.map(([, cell]) => cell(view))), older };
        }),
    });
    return csvResponse(c.req.raw, file, {});
  });
}

/** The rows of a file, if they were chosen one by one. */
function readIds(c: DashboardContext): string[] | undefined {
  const text = c.req.query("ids");
  if (!text) return undefined;
  const ids = text.split(",");
  if (ids.length > MOST_CHOSEN || !ids.every((id) => /^[a-z]{2,4}_[0-9a-z]{1,40}$/.test(id))) {
    throw invalid("ids", `Choose at most ${MOST_CHOSEN} rows.`);
  }
  return ids;
}

/** The views of a page's rows, with the optional columns among `names`, which are read together for the page. */
export async function listRows<Row, View extends object>(
  c: DashboardContext,
  { view, more }: Pick<List<never, Row, View, never, never>, "view" | "more">,
  rows: readonly Row[],
  names: readonly string[],
): Promise<Listed<View>[]> {
  const views = rows.map(view);
  if (!more || names.length === 0 || views.length === 0) return views;
  const idOf = (row: View) => ("id" in row ? String(row.id) : "");
  const found = await more(c.get("ctx"), views.map(idOf), names);
  return found.size === 0
    ? views
    : views.map((row) => ({ ...row, more: found.get(idOf(row)) ?? {} }));
}

/** The cells of a file by header. Two columns can share one, such as the currency. */
function cellsOf<View, Id extends string>(
  { columns }: Pick<List<never, never, View, Id, never>, "columns">,
  chosen: readonly string[],
): Map<string, (row: Listed<View>) => Cell> {
  const isOwn = (id: string): id is Id => Object.hasOwn(columns, id);
  const cells = new Map<string, (row: Listed<View>) => Cell>();
  for (const id of chosen) {
    const own = isOwn(id) ? Object.entries<Cells<View>[string]>(columns[id]) : [];
    for (const [header, cell] of own) cells.set(header, cell);
    if (!isOwn(id)) cells.set(id, ({ more }) => more?.[id] ?? null);
  }
  return cells;
}

/** The columns of a file, in the declared order and then metadata; without `columns` all that are not optional. */
function readColumns<Id extends string>(
  c: DashboardContext,
  {
    columns,
    optional = [],
    more,
  }: Pick<List<never, never, never, Id, never>, "columns" | "optional" | "more">,
): string[] {
  const known = Object.keys(columns) as Id[];
  const text = c.req.query("columns");
  if (!text) return known.filter((id) => !optional.includes(id));
  const wanted = decodeNames(text);
  const isKnown = (id: string) =>
    known.some((one) => one === id) || (more !== undefined && isMetadataColumn(id));
  if (wanted.length === 0 || wanted.length > MOST_COLUMNS || !wanted.every(isKnown)) {
    throw invalid("columns", `Columns must be some of ${known.join(", ")}.`);
  }
  return [...known.filter((id) => wanted.includes(id)), ...wanted.filter(isMetadataColumn)];
}

/** `payments_test_2026-04-12.csv` */
function fileNameOf(name: string, mode: string | undefined): string {
  const day = now().toISOString().slice(0, 10);
  return `${[name, mode, day].filter(Boolean).join("_")}.csv`;
}

function aboutOf(c: DashboardContext, columns: readonly string[]) {
  const { columns: _, ...filters } = c.req.query();
  const given = Object.entries(filters).filter(([, value]) => value !== "");
  return { columns, filters: given.map(([name, value]) => `${name}=${value}`) };
}

/** Cells that several lists share. */

/** Views have amounts in minor units; a file has numbers with the digits of the currency, and no figure without one. */
export const major = (amount: string, currency: string | null): Cell =>
  currency === null ? null : { figure: minorToDecimal(BigInt(amount), currency) };

export const idCells = { id: (row: { id: string }) => row.id };

export const statusCells = { status: (row: { status: string }) => row.status };

export const amountCells = {
  amount: (row: { amount: string; currency: string }) => major(row.amount, row.currency),
  currency: (row: { currency: string }) => row.currency,
};

export const customerCells = {
  customer: (row: { customer: CustomerRefView | null }) => row.customer?.id ?? null,
  customer_name: (row: { customer: CustomerRefView | null }) => row.customer?.name ?? null,
  customer_email: (row: { customer: CustomerRefView | null }) => row.customer?.email ?? null,
};

export const instrumentCells = {
  method: (row: { instrument: InstrumentView | null }) => row.instrument?.method ?? null,
  card_brand: (row: { instrument: InstrumentView | null }) => row.instrument?.brand ?? null,
  last4: (row: { instrument: InstrumentView | null }) => row.instrument?.last4 ?? null,
};

/** A column that is read by `more`, as text. */
export const moreCells = <Name extends string>(name: Name, header: string = name) => ({
  [header]: (row: Listed<object>) => row.more?.[name] ?? null,
});

/** An amount that is read by `more`. */
export const moreMajorCells = (name: string, header: string = name) => ({
  [header]: (row: Listed<{ currency: string }>) => {
    const amount = row.more?.[name] ?? null;
    return amount === null ? null : major(amount, row.currency);
  },
});

export const emailCells = {
  email: (row: { customer: CustomerRefView | null }) => row.customer?.email ?? null,
};

export const createdCells = { created_at: (row: { createdAt: string }) => row.createdAt };
