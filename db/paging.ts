import { type AnyColumn, and, asc, desc, eq, gt, inArray, lt, type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  type PgColumn,
  type PgTable,
  type PgView,
  unionAll,
} from "drizzle-orm/pg-core";
import { invalid } from "#lib/kernel/errors.ts";
import type { KeysetPage, KeysetSlice, Page, PageRequest } from "#lib/kernel/page.ts";
import { db } from "./client.ts";

// Lists are paged by keyset, newest first, on an id that sorts by creation. A query reads one row more than the page
// has, which shows whether there is another page. Rows inserted meanwhile are neither repeated nor skipped. `/v1`
// pages with `keyset` and `pageOf`, the dashboard with `readPage`.

type Bounds = { where: SQL | undefined; orderBy: SQL; limit: number };

/** One expression of a sort order. It is never null: null sorts to neither end of a keyset. */
export type SortKey = { by: AnyColumn | SQL; type: "bigint" | "text" | "timestamptz" | "date" };

/** The orders that a list can have besides the one by id. `own` finds the row of a cursor. */
export type Sorts = {
  own: SQL | undefined;
  keys: Readonly<Record<string, readonly SortKey[]>>;
};

/** The query parts for the rows older than `after`, or newer than `before`, nearest first. */
function boundsOf(id: AnyColumn, { after, before, limit }: KeysetPage, descending = true): Bounds {
  const down = descending === !before;
  const cursor = before ?? after;
  return {
    where: cursor ? (down ? lt(id, cursor) : gt(id, cursor)) : undefined,
    orderBy: down ? desc(id) : asc(id),
    limit: limit + 1,
  };
}

/** The same for rows sorted by keys and then by id, which makes the order of equal keys stable. The cursor is an id; its
 *  row's keys are read first. Throws `parameter_invalid` if the row is gone. */
async function sortedBoundsOf(
  id: AnyColumn,
  page: KeysetPage,
  sort: { keys: readonly SortKey[]; descending: boolean; own: SQL | undefined },
): Promise<Bounds> {
  const { keys, descending, own } = sort;
  const down = descending === !page.before;
  const cursor = page.before ?? page.after;
  const direction = sql.raw(down ? "desc" : "asc");
  const orderBy = sql.join(
    [...keys.map(({ by }) => sql`${by} ${direction}`), sql`${id} ${direction}`],
    sql`, `,
  );
  if (!cursor) return { where: undefined, orderBy, limit: page.limit + 1 };
  const selection = Object.fromEntries(
    keys.map(({ by }, at) => [`k${at}`, sql<string>`(${by})::text`.as(`k${at}`)]),
  );
  const [row] = await db()
    .select(selection)
    .from(id.table as PgTable)
    .where(and(own, eq(id, cursor)));
  if (!row) throw invalid(page.before ? "before" : "after", "That page does not exist any more.");
  const values = keys.map(({ type }, at) => sql`${row[`k${at}`]}::${sql.raw(type)}`);
  const mine = sql.join([...keys.map(({ by }) => sql`${by}`), sql`${id}`], sql`, `);
  const its = sql.join([...values, sql`${cursor}`], sql`, `);
  const where = sql`(${mine}) ${sql.raw(down ? "<" : ">")} (${its})`;
  return { where, orderBy, limit: page.limit + 1 };
}

/** The rows that `boundsOf` selected as a page, newest first, with the cursors of its neighbours. */
function sliceOf<Row extends { id: string }>(
  read: readonly Row[],
  page: KeysetPage,
): KeysetSlice<Row> {
  const hasMore = read.length > page.limit;
  const rows = read.slice(0, page.limit);
  if (page.before) rows.reverse();
  // The cursor's own row is the neighbour on the side from which the page was reached.
  const hasOlder = page.before ? true : hasMore;
  const hasNewer = page.before ? hasMore : page.after !== null;
  return {
    rows,
    older: hasOlder ? (rows.at(-1)?.id ?? null) : null,
    newer: hasNewer ? (rows[0]?.id ?? null) : null,
  };
}

const keysetPageOf = ({ limit, startingAfter, endingBefore }: PageRequest): KeysetPage => ({
  limit,
  after: startingAfter ?? null,
  before: endingBefore ?? null,
});

/**
 * The parts of a query for one page of `/v1`:
 *
 *     const k = keyset(customers.id, page);
 *     const rows = await db().select().from(customers)
 *       .where(and(own(ctx), k.where)).orderBy(k.orderBy).limit(k.limit);
 *     return pageOf(rows, page);
 */
export function keyset(id: PgColumn, page: PageRequest): Bounds {
  return boundsOf(id, keysetPageOf(page));
}

/** The query parts for a list filtered by creation time: sorted by time and then id, so that one index serves both
 * for any range. (Id and time are taken at slightly different moments, so the order can differ from `keyset`'s; each
 * order is complete and stable.) `cursorTime` is the time of the cursor's row. */
export function keysetByTime(
  { time, id }: { time: PgColumn; id: PgColumn },
  page: PageRequest,
  cursorTime: Date | undefined,
): { where: SQL | undefined; orderBy: SQL[]; limit: number } {
  const { after, before, limit } = keysetPageOf(page);
  const cursor = before ?? after;
  const beyond = sql.raw(before ? ">" : "<");
  const where =
    cursor && cursorTime
      ? sql`(${time}, ${id}) ${beyond} (${sql.param(cursorTime, time)}, ${cursor})`
      : undefined;
  const orderBy = before ? [asc(time), asc(id)] : [desc(time), desc(id)];
  return { where, orderBy, limit: limit + 1 };
}

/** The rows that `keyset` or `keysetByTime` selected as a page of `/v1`. */
export function pageOf<Row extends { id: string }>(rows: Row[], page: PageRequest): Page<Row> {
  const { rows: items, older, newer } = sliceOf(rows, keysetPageOf(page));
  const hasMore = (page.endingBefore === undefined ? older : newer) !== null;
  return { items, hasMore, nextCursor: older };
}

/** Reads one page of a dashboard list: `read` gets the bound, the order and the number of rows. Paging back to less
 * than a full page reads the first page instead. Throws `parameter_invalid` for an order that is not among `sorts`. */
export async function readPage<Row extends { id: string }>(
  id: AnyColumn,
  page: KeysetPage,
  read: (bound: SQL | undefined, order: SQL, take: number) => Promise<Row[]>,
  sorts?: Sorts,
): Promise<KeysetSlice<Row>> {
  const { where, orderBy, limit } = await pageBounds(id, page, sorts);
  const only = page.only ? inArray(id, [...page.only]) : undefined;
  const found = await read(and(where, only), orderBy, limit);
  if (page.before && found.length <= page.limit) {
    return readPage(id, { ...page, after: null, before: null }, read, sorts);
  }
  return sliceOf(found, page);
}

async function pageBounds(id: AnyColumn, page: KeysetPage, sorts: Sorts | undefined) {
  const { by = BY_ID, descending = true } = page.sort ?? {};
  if (by === BY_ID) return boundsOf(id, page, descending);
  const keys = sorts && Object.hasOwn(sorts.keys, by) ? sorts.keys[by] : undefined;
  if (!sorts || !keys) throw invalid("sort", "This list cannot be sorted by that.");
  return await sortedBoundsOf(id, page, { keys, descending, own: sorts.own });
}

/** Ids sort by creation. */
const BY_ID = "created";

/** The first ids for each of several alternatives (for all rows without one), each in order from its own index. With
 * `in (…)` the database would read and sort all rows of all alternatives, however few are wanted. */
export async function newestIds<Column extends AnyPgColumn>(args: {
  table: PgTable | PgView;
  id: Column;
  where: SQL | undefined;
  parts: readonly SQL[];
  order: SQL;
  take: number;
}): Promise<Column["_"]["data"][]> {
  const { table, id, where, parts, order, take } = args;
  const firstOf = (part?: SQL) =>
    db()
      .select({ id: sql<Column["_"]["data"]>`${id}`.as("id") })
      .from(table)
      .where(and(where, part))
      .orderBy(order)
      .limit(take);
  const [first, second, ...others] = parts.map(firstOf);
  const rows = await (first && second ? unionAll(first, second, ...others) : firstOf(parts[0]));
  return rows.map((row) => row.id);
}
