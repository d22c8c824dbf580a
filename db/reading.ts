import { type AnyColumn, and, asc, desc, gt, gte, lt, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, type PgTable, unionAll } from "drizzle-orm/pg-core";
import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { cutPage, type KeysetPage, type KeysetSlice } from "#lib/kernel/keyset.ts";
import { isDay, type Period } from "#lib/kernel/period.ts";
import { db } from "./client.ts";

/** Reads one page by keyset: `read` gets the bound, the order and how many rows to take. Going back
 *  to less than a page shows the first page whole. */
export async function readPage<Row extends { id: string }>(
  id: AnyColumn,
  page: KeysetPage,
  read: (bound: SQL | undefined, order: SQL, take: number) => Promise<Row[]>,
): Promise<KeysetSlice<Row>> {
  const bound = page.before ? gt(id, page.before) : page.after ? lt(id, page.after) : undefined;
  const found = await read(bound, page.before ? asc(id) : desc(id), page.limit + 1);
  if (page.before && found.length <= page.limit) {
    return readPage(id, { ...page, after: null, before: null }, read);
  }
  return cutPage(found, page);
}

/** The first ids of each of several alternatives (of all rows where there is none), each out of its own index
 *  in order: with `in (…)` all of them would be read and sorted, however few are wanted. */
export async function newestIds<Column extends AnyPgColumn>(args: {
  table: PgTable;
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

/** The condition that a moment lies in a period. Days begin and end at the zone's own midnight. */
export function within(column: AnyColumn, period: Period): SQL | undefined {
  if ("lastMs" in period) {
    return gte(column, dateFromMs((period.presentMs ?? nowMs()) - period.lastMs));
  }
  if ("from" in period) return and(gte(column, period.from), lt(column, period.to));
  const { fromDay, toDay, zone } = period;
  return and(
    fromDay ? sql`${column} >= (${fromDay}::timestamp at time zone ${zone})` : undefined,
    toDay ? sql`${column} < ${endOf(toDay, zone)}` : undefined,
  );
}

/** A day ends where the next begins; a minute that is named as an end is not part of it. */
function endOf(text: string, zone: string): SQL {
  return isDay(text)
    ? sql`((${text}::date + 1)::timestamp at time zone ${zone})`
    : sql`(${text}::timestamp at time zone ${zone})`;
}

/** A pattern for `ilike` that finds `text` anywhere in a value, whatever signs are in it. */
export function containing(text: string): string {
  return `%${literally(text)}%`;
}

/** A pattern for `like` that finds values that begin with `text`, whatever signs are in it. */
export function beginning(text: string): string {
  return `${literally(text)}%`;
}

/** The part of a pattern that finds `text` as it is, whatever signs are in it. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
