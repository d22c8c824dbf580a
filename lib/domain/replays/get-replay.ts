import type { Context } from "#lib/kernel/context.ts";
import { type Cell, csvLine } from "#lib/kernel/csv.ts";
import { missing } from "#lib/kernel/errors.ts";
import {
  type CreatedRange,
  checkCursor,
  type KeysetPage,
  type KeysetSlice,
  type Page,
  type PageRequest,
} from "#lib/kernel/page.ts";
import type { ItemOutcome, ReplayStatus } from "#lib/kernel/vocabulary/webhooks.ts";
import * as results from "./results-store.ts";
import * as store from "./store.ts";
import type { Replay, ReplayItem } from "./types.ts";

export type ListReplaysRequest = PageRequest & {
  status?: ReplayStatus | undefined;
  created?: CreatedRange | undefined;
};

/** Throws `resource_missing`, also for a replay of another merchant or mode. Takes no lock. */
export async function getReplay(ctx: Context, id: string): Promise<Replay> {
  const replay = await store.find(ctx, id);
  if (!replay) throw missing("replay", id);
  return replay;
}

/** One page, newest first, previews included. Throws `parameter_invalid` for an unknown cursor. Takes no lock. */
export async function listReplays(
  ctx: Context,
  request: ListReplaysRequest,
): Promise<Page<Replay>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}

/** One page of replays without previews, newest first, with their total. For the dashboard. Takes no lock. */
export async function browseReplays(
  ctx: Context,
  page: KeysetPage,
): Promise<KeysetSlice<Replay> & { total: number }> {
  const [slice, total] = await Promise.all([store.listJobs(ctx, page), store.countJobs(ctx)]);
  return { ...slice, total };
}

/** One page of a replay's items, newest delivery first. Throws `resource_missing`, and `parameter_invalid` for a cursor
 *  outside the set. Takes no lock. */
export async function listResults(
  ctx: Context,
  id: string,
  request: PageRequest & { outcome?: ItemOutcome | undefined },
): Promise<Page<ReplayItem>> {
  const replay = await getReplay(ctx, id);
  await checkCursor(request, (delivery) => results.has(replay, delivery));
  return await results.list(replay, request);
}

/** A replay with the reasons why items were not delivered. Throws `resource_missing`. Takes no lock. */
export async function replayDetail(
  ctx: Context,
  id: string,
): Promise<{ replay: Replay; causes: results.CauseCount[] }> {
  const replay = await getReplay(ctx, id);
  return { replay, causes: await results.causes(replay) };
}

const ROWS_AT_ONCE = 1_000;
const CELLS: Readonly<Record<string, (item: ReplayItem) => Cell>> = {
  delivery_id: (item) => item.deliveryId,
  event_id: (item) => item.eventId,
  event_type: (item) => item.eventType,
  endpoint_id: (item) => item.endpointId,
  outcome: (item) => item.outcome,
  reason: (item) => item.reason,
  response_status: (item) => item.responseStatus,
  replay_delivery_id: (item) => item.replayDeliveryId,
  ended_at: (item) => item.endedAt?.toISOString() ?? null,
};

/** All items as CSV (RFC 4180) in the order of the deliveries, 1,000 at a time, so memory does not grow with the set. */
export async function* resultsCsv(replay: Replay): AsyncGenerator<string> {
  const cells = Object.values(CELLS);
  yield csvLine(Object.keys(CELLS));
  let after = "";
  for (;;) {
    const items = await results.next(replay, after, ROWS_AT_ONCE);
    if (items.length > 0)
      yield items.map((item) => csvLine(cells.map((cell) => cell(item)))).join("");
    if (items.length < ROWS_AT_ONCE) return;
    after = items.at(-1)!.deliveryId;
  }
}
