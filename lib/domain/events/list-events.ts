import type { Tx } from "#db/transact.ts";
import { DAY_MS, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { idLowerBound } from "#lib/kernel/ids.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import { HISTORY_DAYS } from "./history-days.ts";
import * as store from "./store.ts";
import type { Event } from "./types.ts";

export type ListEventsRequest = PageRequest & {
  type?: string | undefined;
  /** The object they are about. */
  objectId?: string | undefined;
  created?: CreatedRange | undefined;
};

/** The smallest event id that is still within the 30 days kept. */
export function oldestEventId() {
  return idLowerBound("evt", nowMs() - HISTORY_DAYS * DAY_MS);
}

/** One page of the last 30 days' events, newest first. Throws `parameter_invalid` for a cursor that
 *  is none of theirs. Takes no lock. */
export async function listEvents(ctx: Context, request: ListEventsRequest): Promise<Page<Event>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request, oldestEventId());
}

/** The newest event that is kept; null when there is none. Takes no lock. */
export async function latestEventId(ctx: Context): Promise<Event["id"] | null> {
  const id = await store.latestId(ctx);
  return id !== null && id >= oldestEventId() ? id : null;
}

/** Throws `resource_missing`, also past the 30 days. Inside a transaction give its `tx`: waiting for a
 *  second connection while holding one can come to a standstill. */
export async function getEvent(ctx: Context, id: string, tx?: Tx): Promise<Event> {
  const event = await store.find(ctx, id, tx);
  if (!event || event.id < oldestEventId()) throw missing("event", id);
  return event;
}

/** Those of `ids` that are kept, by id. */
export async function findEvents(
  ctx: Context,
  ids: readonly string[],
  tx?: Tx,
): Promise<Map<string, Event>> {
  const found = await store.findMany(ctx, ids, tx);
  return new Map(found.map((event) => [event.id, event]));
}
