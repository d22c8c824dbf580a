import type { PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "#db/transact.ts";

/** PostgreSQL takes at most 65,535 parameters in one statement. */
const MAX_PARAMETERS = 60_000;

/** Inserts all rows in as few statements as the parameter limit allows. */
export async function insertAll<T extends PgTable>(
  tx: Tx,
  table: T,
  rows: ReadonlyArray<T["$inferInsert"]>,
): Promise<void> {
  if (rows.length === 0) return;
  const columns = new Set(rows.flatMap((row) => Object.keys(row))).size;
  const perStatement = Math.floor(MAX_PARAMETERS / Math.max(columns, 1) / 2);
  for (let start = 0; start < rows.length; start += perStatement) {
    await tx.insert(table).values(rows.slice(start, start + perStatement) as T["$inferInsert"][]);
  }
}
