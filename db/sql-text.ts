import { getTableColumns, type SQL, sql, type Table } from "drizzle-orm";

/** Converts `$1`-style text for the query builder, so that the statement has one source. */
export function withParams(text: string, values: readonly unknown[]): SQL {
  const parts = text.split(/\$(\d+)/);
  return sql.join(
    parts.map((part, index) =>
      index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`,
    ),
  );
}

/** Every column of a table under `alias` with the query builder's names, for hand-written SQL. */
export function selectList(table: Table, alias: string): string {
  return Object.entries(getTableColumns(table))
    .map(([name, column]) => `${alias}.${column.name} as "${name}"`)
    .join(", ");
}

/** A pattern for `ilike` that finds `text` anywhere in a value, wildcards taken literally. */
export function containing(text: string): string {
  return `%${literally(text)}%`;
}

/** A pattern for `like` that finds values beginning with `text`, wildcards taken literally. */
export function beginning(text: string): string {
  return `${literally(text)}%`;
}

/** The part of a pattern that matches exactly `text`. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
