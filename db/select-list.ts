import { getTableColumns, type Table } from "drizzle-orm";

/** Every column of a table under `alias`, named as the query builder names them, for hand-written SQL. */
export function selectList(table: Table, alias: string): string {
  return Object.entries(getTableColumns(table))
    .map(([name, column]) => `${alias}.${column.name} as "${name}"`)
    .join(", ");
}
