import { invalid } from "#lib/kernel/errors.ts";
import { decodeNames } from "#lib/kernel/vocabulary/column-names.ts";
import { METADATA_COLUMN } from "#lib/kernel/vocabulary/lists.ts";
import type { QueryContext } from "./typed-routes.ts";

/** Columns of a list that can be shown at a time. */
export const MOST_COLUMNS = 60;
/** The longest key of metadata. */
const LONGEST_KEY = 40;

export function isMetadataColumn(name: string): boolean {
  const key = name.startsWith(METADATA_COLUMN) ? name.slice(METADATA_COLUMN.length) : "";
  return key.length > 0 && key.length <= LONGEST_KEY && !key.includes("\0");
}

/** The optional columns that a list is asked for. Throws `parameter_invalid` for an unknown one. */
export function readMoreParam(c: QueryContext<"more">, optional: readonly string[]): string[] {
  const names = decodeNames(c.req.query("more") ?? "");
  const isKnown = (name: string) => optional.includes(name) || isMetadataColumn(name);
  if (names.length > MOST_COLUMNS || !names.every(isKnown)) {
    throw invalid("more", "This list has no such column.");
  }
  return names;
}
