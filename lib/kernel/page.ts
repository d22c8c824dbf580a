import { invalid } from "./errors.ts";

/** The requested page of a list, newest first, by id cursor (decisions §2). */
export type PageRequest = {
  /** 1 to 100. */
  limit: number;
  /** The last id of the previous page: the page has older rows. Excludes `endingBefore`. */
  startingAfter?: string | undefined;
  /** The first id of the next page: the page has newer rows. */
  endingBefore?: string | undefined;
};

/** A half-open range of creation times. Both ends are whole seconds, so that they compare with stored milliseconds as
 *  with the seconds that are shown. */
export type CreatedRange = {
  from?: Date | undefined;
  to?: Date | undefined;
};

export type Page<T> = {
  /** Newest first in both directions. */
  items: T[];
  /** Whether there are more rows in the requested direction. */
  hasMore: boolean;
  /** The `startingAfter` of the next older page; null without one. */
  nextCursor: string | null;
};

/** A page with each item changed. */
export function mapPage<T, U>(page: Page<T>, change: (item: T) => U): Page<U> {
  return { ...page, items: page.items.map(change) };
}

/** Throws `parameter_invalid` with the cursor's parameter when its row does not exist. */
export async function checkCursor(
  { startingAfter, endingBefore }: PageRequest,
  exists: (id: string) => Promise<boolean>,
): Promise<void> {
  const cursor = startingAfter ?? endingBefore;
  if (cursor === undefined || (await exists(cursor))) return;
  const param = startingAfter === undefined ? "ending_before" : "starting_after";
  throw invalid(param, `There is no such object to page from: ${cursor}`);
}
