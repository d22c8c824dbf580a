import { invalid } from "./errors.ts";

/** Which page of a list is wanted: newest first, keyset paged by id (decisions §2). */
export type PageRequest = {
  /** 1 to 100. */
  limit: number;
  /** The last id of the page before: rows older than it. Excludes `endingBefore`. */
  startingAfter?: string | undefined;
  /** The first id of the page after: rows newer than it. */
  endingBefore?: string | undefined;
};

/** Bounds on the moment of creation: half-open. Both are whole seconds, so that they compare with a stored moment, which
 *  has milliseconds, as they do with the whole seconds that are shown of it. */
export type CreatedRange = {
  from?: Date | undefined;
  to?: Date | undefined;
};

export type Page<T> = {
  /** Newest first, whichever way the list was walked. */
  items: T[];
  /** Whether there is more in the direction of travel. */
  hasMore: boolean;
  /** What to give as `startingAfter` for the next older page; null when there is none. */
  nextCursor: string | null;
};

/** A page with each item changed. */
export function mapPage<T, U>(page: Page<T>, change: (item: T) => U): Page<U> {
  return { ...page, items: page.items.map(change) };
}

/** Throws `parameter_invalid` naming the cursor's parameter when there is no such row to start from. */
export async function checkCursor(
  { startingAfter, endingBefore }: PageRequest,
  exists: (id: string) => Promise<boolean>,
): Promise<void> {
  const cursor = startingAfter ?? endingBefore;
  if (cursor === undefined || (await exists(cursor))) return;
  const param = startingAfter === undefined ? "ending_before" : "starting_after";
  throw invalid(param, `There is no such object to page from: ${cursor}`);
}
