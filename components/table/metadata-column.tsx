import { METADATA_COLUMN } from "#lib/kernel/vocabulary/lists.ts";
import type { Column } from "./columns.ts";

type WithMore = { more?: Readonly<Record<string, string | null>> };

/** The value of an optional column that was read for a row. */
export const moreOf = (row: object, name: string): string | null =>
  (row as WithMore).more?.[name] ?? null;

/** A column for one key of the rows' metadata. */
export function metadataColumn<Row, Id extends string>(id: string): Column<Row, Id> {
  return {
    // Names of metadata are not among those that the list declares.
    id: id as Id,
    header: id.slice(METADATA_COLUMN.length),
    optional: true,
    width: "w-40",
    card: "none",
    cell: (row) => moreOf(row as object, id) ?? <span className="text-ink-faint">None</span>,
  };
}
