import { and, asc, desc, gt, gte, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { CreatedRange, Page, PageRequest } from "#lib/kernel/page.ts";

/**
 * The parts of a query for one page, by an id column that sorts by creation: newest first, or towards
 * the newer end when `endingBefore` is given. Asks for one row more than wanted, which tells whether
 * there is another page. Rows inserted while somebody pages are neither repeated nor skipped.
 *
 *     const k = keyset(customers.id, page);
 *     const rows = await db().select().from(customers)
 *       .where(and(own(ctx), k.where)).orderBy(k.orderBy).limit(k.limit);
 *     return pageOf(rows, page);
 */
export function keyset(
  id: PgColumn,
  page: PageRequest,
): { where: SQL | undefined; orderBy: SQL; limit: number } {
  const limit = page.limit + 1;
  if (page.endingBefore !== undefined) {
    return { where: gt(id, page.endingBefore), orderBy: asc(id), limit };
  }
  const where = page.startingAfter === undefined ? undefined : lt(id, page.startingAfter);
  return { where, orderBy: desc(id), limit };
}

/**
 * The same for a list that is narrowed by the time of creation: sorted by that time and then the id, so
 * that the index on both serves it, however many rows the time holds. (Of rows whose ids and times were
 * taken a moment apart the order may differ from `keyset`'s; each is complete and stable in itself.)
 * `cursorTime` is that of the cursor's row.
 */
export function keysetByTime(
  { time, id }: { time: PgColumn; id: PgColumn },
  page: PageRequest,
  cursorTime: Date | undefined,
): { where: SQL | undefined; orderBy: SQL[]; limit: number } {
  const limit = page.limit + 1;
  const backwards = page.endingBefore !== undefined;
  const cursor = page.endingBefore ?? page.startingAfter;
  const beyond = sql.raw(backwards ? ">" : "<");
  const where =
    cursor && cursorTime
      ? sql`(${time}, ${id}) ${beyond} (${sql.param(cursorTime, time)}, ${cursor})`
      : undefined;
  const orderBy = backwards ? [asc(time), asc(id)] : [desc(time), desc(id)];
  return { where, orderBy, limit };
}

/** The rows that `keyset` asked for as a page. */
export function pageOf<Row extends { id: string }>(rows: Row[], page: PageRequest): Page<Row> {
  const backwards = page.endingBefore !== undefined;
  const items = rows.slice(0, page.limit);
  const hasMore = rows.length > page.limit;
  if (backwards) items.reverse();
  // Walking back, the row we came from is always older than what we found.
  const hasOlder = backwards ? items.length > 0 : hasMore;
  return { items, hasMore, nextCursor: hasOlder ? (items.at(-1)?.id ?? null) : null };
}

/** `created[gte|gt|lte|lt]` as a condition; undefined when nothing was asked. */
export function createdWithin(column: PgColumn, range: CreatedRange | undefined): SQL | undefined {
  if (!range) return undefined;
  return and(range.from && gte(column, range.from), range.to && lt(column, range.to));
}
