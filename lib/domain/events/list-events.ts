import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { keptCounts } from "#lib/kernel/kept-when-large.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import {
  countEventItems,
  type EventFilter,
  type EventListItem,
  listEventItems,
} from "./browse-store.ts";
import * as store from "./store.ts";
import { oldestEventId } from "./store.ts";
import type { Event } from "./types.ts";

export type ListEventsRequest = PageRequest & {
  type?: string | undefined;
  /** The object that the events are about. */
  objectId?: string | undefined;
  created?: CreatedRange | undefined;
};

/** One page of the events of the last 30 days, newest first. Throws `parameter_invalid` for an unknown cursor.
 *  Takes no lock. */
export async function listEvents(ctx: Context, request: ListEventsRequest): Promise<Page<Event>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request, oldestEventId());
}

/** The newest event of the last 30 days; null without one. Takes no lock. */
export async function latestEventId(ctx: Context): Promise<Event["id"] | null> {
  const id = await store.latestId(ctx);
  return id !== null && id >= oldestEventId() ? id : null;
}

/** Throws `resource_missing`, also for an event older than 30 days. Inside a transaction, pass its `tx`: a second
 *  connection could deadlock the pool. Takes no lock. */
export async function getEvent(ctx: Context, id: string, tx?: Tx): Promise<Event> {
  const event = await store.find(ctx, id, tx);
  if (!event || event.id < oldestEventId()) throw missing("event", id);
  return event;
}

/** The events of `ids` that exist, by id. Takes no lock. */
export async function findEvents(
  ctx: Context,
  ids: readonly string[],
  tx?: Tx,
): Promise<Map<string, Event>> {
  const found = await store.findMany(ctx, ids, tx);
  return new Map(found.map((event) => [event.id, event]));
}

const counts = keptCounts();

/** One page of the events of the last 30 days that match a filter, newest first, with their total. The total is
 *  exact, or up to 10 s old when there are very many. For the dashboard; the public API uses `listEvents`. */
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
