import { MOST_LISTED } from "#lib/kernel/vocabulary/lists.ts";
import { countText } from "../format/locale.ts";

/** The order of a list. "created" is the order of its rows without another. */
export type Sorting = { by: string; descending: boolean };

const USUAL: Sorting = { by: "created", descending: true };

/** Reads `amount` or `-amount`. */
export function readSorting(text: string | undefined): Sorting {
  if (!text) return USUAL;
  return { by: text.replace(/^-/, ""), descending: text.startsWith("-") };
}

/** The text of the order in the URL; null for the usual one. */
export function sortingText({ by, descending }: Sorting): string | null {
  if (by === USUAL.by && descending) return null;
  return `${descending ? "-" : ""}${by}`;
}

/** The order after its head was pressed: largest first, then smallest first, then the usual one. */
export function nextSorting(now: Sorting, by: string): Sorting {
  if (now.by !== by) return { by, descending: true };
  if (now.descending) return { by, descending: false };
  return USUAL;
}

/** Why a list is not sorted by a column, or null. */
export function sortRefusal(
  sorts: Readonly<Record<string, string>> | undefined,
  by: string,
  total: number | undefined,
): string | null {
  if (sorts?.[by] !== "bounded" || (total ?? 0) <= MOST_LISTED) return null;
  return `At most ${countText(MOST_LISTED)} rows are sorted by this. Narrow the filters first.`;
}
