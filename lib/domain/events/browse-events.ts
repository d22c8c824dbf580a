import type { Context } from "#lib/kernel/context.ts";
import { keptCounts } from "#lib/kernel/kept-when-large.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import {
  countEventItems,
  type EventFilter,
  type EventListItem,
  listEventItems,
} from "./browse-store.ts";

const counts = keptCounts();

/** The events of the last 30 days that a filter leaves, newest first, with their number: exact, or of the last
 *  ten seconds where there are very many. For people: the public API's lists have a contract of their own. */
export async function browseEvents(
  ctx: Context,
  filter: EventFilter,
  page: KeysetPage,
): Promise<KeysetSlice<EventListItem> & { total: number }> {
  const [slice, total] = await Promise.all([
    listEventItems(ctx, filter, page),
    counts([ctx.accountId, ctx.mode, filter], () => countEventItems(ctx, filter)),
  ]);
  return { ...slice, total };
}
