import { exportList } from "#lib/domain/exports/index.ts";
import type { Permission } from "#lib/domain/members/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Cell } from "#lib/kernel/csv.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { csvHead, csvResponse } from "#lib/kernel/file-response.ts";
import { minorToDecimal } from "#lib/kernel/money.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { requireRole } from "../middleware/require.ts";
import { asList, type ListRoutes, type QueryContext } from "../typed-routes.ts";
import type { DashboardContext } from "../types.ts";
import type { CustomerRefView, InstrumentView } from "../views/shared.ts";

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
export function addExport<Filter, Row, View, Id extends string, Name extends string>(
  routes: Pick<ListRoutes, "app">,
  declared: List<Filter, Row, View, Id, Name>,
  may: Permission = "download_reports",
): void {
  routes.app.get("/export", requireRole(may), async (c) => {
    const filter = await declared.filter(asList(c));
    const chosen = readColumns(c, declared.columns);
    if (c.req.method === "HEAD") return csvHead({});
    const cells = chosen.flatMap((id) => Object.entries<Cells<View>[string]>(declared.columns[id]));
    const mode = c.get("ctx")?.mode;
    const file = await exportList(c.get("ctx") ?? c.get("accountCtx"), {
      list: declared.name,
      fileName: fileNameOf(declared.name, mode),
      about: aboutOf(c, chosen),
      header: cells.map(([name]) => name),
      read: async (page) => {
        const { rows, older } = await declared.page(c, filter, page);
        const views = rows.map(declared.view);
        return { rows: views.map((view) => cells.map(([, cell]) => cell(view))), older };
      },
    });
    return csvResponse(c.req.raw, file, {});
  });
}

function readColumns<Id extends string>(
  c: DashboardContext,
  columns: Readonly<Record<Id, unknown>>,
): Id[] {
  const known = Object.keys(columns) as Id[];
  const text = c.req.query("columns");
  if (!text) return known;
  const wanted = text.split(",").filter(Boolean);
  const unknown = wanted.find((id) => !known.some((one) => one === id));
  if (unknown !== undefined || wanted.length === 0) {
    throw invalid("columns", `Columns must be some of ${known.join(", ")}.`);
  }
  return known.filter((id) => wanted.includes(id));
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

export const createdCells = { created_at: (row: { createdAt: string }) => row.createdAt };
