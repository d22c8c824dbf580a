import type { Context } from "#lib/kernel/context.ts";
import { csvLine } from "#lib/kernel/csv.ts";
import { checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import { getReplay } from "./get-replay.ts";
import * as store from "./results-store.ts";
import type { ItemOutcome, Replay, ReplayItem } from "./types.ts";

/** One page of what became of a replay's deliveries, the newest of them first. Throws
 *  `resource_missing`, and `parameter_invalid` for a cursor that is not in its set. */
export async function listResults(
  ctx: Context,
  id: string,
  request: PageRequest & { outcome?: ItemOutcome | undefined },
): Promise<Page<ReplayItem>> {
  const replay = await getReplay(ctx, id);
  await checkCursor(request, (delivery) => store.has(replay, delivery));
  return await store.list(replay, request);
}

/** A replay with why some of it did not arrive. Throws `resource_missing`. */
export async function replayDetail(
  ctx: Context,
  id: string,
): Promise<{ replay: Replay; causes: store.CauseCount[] }> {
  const replay = await getReplay(ctx, id);
  return { replay, causes: await store.causes(replay) };
}

const ROWS_AT_ONCE = 1_000;
const COLUMNS = [
  "delivery_id",
  "event_id",
  "event_type",
  "endpoint_id",
  "outcome",
  "reason",
  "response_status",
  "replay_delivery_id",
  "ended_at",
] as const;

/** All results as CSV (RFC 4180) in the order of the deliveries, some rows at a time: memory does not
 *  grow with the set. */
export async function* resultsCsv(replay: Replay): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  let after = "";
  for (;;) {
    const items = await store.next(replay, after, ROWS_AT_ONCE);
    if (items.length > 0) yield items.map(toLine).join("");
    if (items.length < ROWS_AT_ONCE) return;
    after = items.at(-1)!.deliveryId;
  }
}

function toLine(item: ReplayItem): string {
  return csvLine([
    item.deliveryId,
    item.eventId,
    item.eventType,
    item.endpointId,
    item.outcome,
    item.reason,
    item.responseStatus,
    item.replayDeliveryId,
    item.endedAt?.toISOString() ?? null,
  ]);
}
