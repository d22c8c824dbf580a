import type { Context } from "#lib/kernel/context.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/keyset.ts";
import {
  countEventLines,
  type EventFilter,
  type EventLine,
  listEventLines,
} from "./browse-store.ts";

/** The events of the last 30 days that a filter leaves, newest first, with their exact number. For
 *  people: the public API's lists have a contract of their own. */
export async function browseEvents(
  ctx: Context,
  filter: EventFilter,
  page: KeysetPage,
): Promise<KeysetSlice<EventLine> & { total: number }> {
  const [slice, total] = await Promise.all([
    listEventLines(ctx, filter, page),
    countEventLines(ctx, filter),
  ]);
  return { ...slice, total };
}
