import { exportList } from "#lib/domain/exports/index.ts";
import type { Permission } from "#lib/domain/members/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Cell } from "#lib/kernel/csv.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { csvHead, csvResponse } from "#lib/kernel/file-response.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/keyset.ts";
import { requireRole } from "../middleware/require.ts";
import type { ListRoutes } from "../typed-routes.ts";
import type { DashboardContext } from "../types.ts";
import type { CustomerRefView, InstrumentView } from "../views/shared.ts";

/** What a column of the screen is in a file: one cell or several, each with its name. */
type Cells<View> = Readonly<Record<string, (row: View) => Cell>>;

/**
 * A list of the dashboard, said once: what narrows it, how its rows are read a page at a time without being
 * counted, what a row shows, and what each of the screen's columns is in a file. Amounts are minor units beside
 * their currency, moments UTC.
 */
type List<Filter, Row, View, Id extends string> = {
  /** Part of the file's name. */
  name: string;
  /** What the address asks for, at once or once it was looked up. Throws `parameter_invalid` naming the parameter. */
  filter: (c: DashboardContext) => Filter;
  page: (
    c: DashboardContext,
    filter: Awaited<Filter>,
    page: KeysetPage,
  ) => Promise<KeysetSlice<Row>>;
  view: (row: Row) => View;
  /** By the ids of the screen's columns, in its order. */
  columns: Readonly<Record<Id, Cells<View>>>;
};

/** Holds a declaration to its type, and lets its parts be inferred. */
export function list<Filter, Row, View, Id extends string>(
  declared: List<Filter, Row, View, Id>,
): List<Filter, Row, View, Id> {
  return declared;
}

/** All rows at once, of what an account has few of. */
export const whole = <Row>(rows: Row[]): KeysetSlice<Row> => ({ rows, older: null, newer: null });

export const noFilter = () => ({});

/** The ids of a list's columns, to which its screen's are held. */
export type ColumnIds<L> =
  L extends List<infer _Filter, infer _Row, infer _View, infer Id> ? Id : never;

/** `GET …/export`: every row that the filters leave, with the columns that `columns` names or all of them. */
export function addExport<Filter, Row, View, Id extends string>(
  routes: Pick<ListRoutes, "app">,
  declared: List<Filter, Row, View, Id>,
  may: Permission = "download_reports",
): void {
  routes.app.get("/export", requireRole(may), async (c) => {
    const filter = await declared.filter(c);
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
    throw invalid("columns", `Columns are some of ${known.join(", ")}.`);
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

/** What several lists show in the same way. */

/** Views carry amounts as text; in a file they are numbers. */
export const minor = (amount: string): Cell => BigInt(amount);

export const idCells = { id: (row: { id: string }) => row.id };

export const statusCells = { status: (row: { status: string }) => row.status };

export const amountCells = {
  amount: (row: { amount: string }) => minor(row.amount),
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
