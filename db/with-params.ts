import { type SQL, sql } from "drizzle-orm";

/** Hands `$1`-style text to the query builder, so that the statement has one source. */
export function withParams(text: string, values: readonly unknown[]): SQL {
  const parts = text.split(/\$(\d+)/);
  return sql.join(
    parts.map((part, index) =>
      index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`,
    ),
  );
}
