import { invalid } from "./errors.ts";

/** A page of a list of `/v1`: newest first, keyset paged by id (decisions.md §2). */
export type PageRequest = {
  /** 1 to 100. */
  limit: number;
  /** Rows older than this id. Excludes `endingBefore`. */
  startingAfter?: string | undefined;
  /** Rows newer than this id. */
  endingBefore?: string | undefined;
};

/** Half-open bounds on the creation time. Both are whole seconds, so that they compare with a stored time, which has milliseconds, as
 *  they do with the whole seconds that are shown. */
export type CreatedRange = {
  from?: Date | undefined;
  to?: Date | undefined;
};

export type Page<T> = {
  /** Newest first in either direction. */
  items: T[];
  /** There are more rows in the direction of travel. */
  hasMore: boolean;
  /** `startingAfter` of the next older page; null when there is none. */
  nextCursor: string | null;
};

/** A page with each item changed. */
export function mapPage<T, U>(page: Page<T>, change: (item: T) => U): Page<U> {
  return { ...page, items: page.items.map(change) };
}

/** Throws `parameter_invalid` with the cursor's parameter when its object does not exist. */
export async function checkCursor(
  { startingAfter, endingBefore }: PageRequest,
  exists: (id: string) => Promise<boolean>,
): Promise<void> {
  const cursor = startingAfter ?? endingBefore;
  if (cursor === undefined || (await exists(cursor))) return;
  const param = startingAfter === undefined ? "ending_before" : "starting_after";
  throw invalid(param, `There is no such object to page from: ${cursor}`);
}

/** Count and sum per currency of the rows that match a filter, in the order of the currencies. */
export type ListSums = {
  sums: Array<{
    currency: string;
    count: number;
    amountMinor: bigint;
    capturedMinor: bigint | null;
  }>;
  /** More rows match than are added up; the sums are of the first ones and mean nothing. */
  hasMore: boolean;
};

/** Values of a row's optional columns, by name: text, amounts in minor units, times as ISO 8601. */
export type MoreValues = Readonly<Record<string, string | null>>;

/** A page of a list of the dashboard: rows older than `after`, newer than `before`, or the newest. */
export type KeysetPage = {
  after: string | null;
  before: string | null;
  limit: number;
  /** Newest first without it. */
  sort?: PageSort | undefined;
  /** Only the rows with these ids. */
  only?: readonly string[] | undefined;
};

/** The column that a list is sorted by; "created": by id. */
export type PageSort = { by: string; descending: boolean };

export type KeysetSlice<Row> = {
  rows: Row[];
  /** Cursors of the neighbouring pages; null at an end. */
  older: string | null;
  newer: string | null;
};
