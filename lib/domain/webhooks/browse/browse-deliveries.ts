import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { listAttempts } from "../deliveries/store.ts";
import type { Attempt } from "../types.ts";
import { countItems, findLine, listItems, listReplaysOf } from "./deliveries-store.ts";
import type { DeliveryFilter, DeliveryListItem } from "./types.ts";

/** Up to here a list's rows are counted exactly: nobody reads further, and counting costs time. */
const MOST_COUNTED = 10_000;

/** The deliveries of the last 30 days that a filter leaves, newest first, with their number: exact,
 *  or at least so many where `uncounted`. For people: the public API's lists have a contract of
 *  their own. */
export async function browseDeliveries(
  ctx: Context,
  filter: DeliveryFilter,
  page: KeysetPage,
): Promise<KeysetSlice<DeliveryListItem> & { total: number; uncounted: boolean }> {
  const [slice, counted] = await Promise.all([
    listItems(ctx, filter, page),
    countItems(ctx, filter, MOST_COUNTED),
  ]);
  return { ...slice, total: Math.min(counted, MOST_COUNTED), uncounted: counted > MOST_COUNTED };
}

/** The newest deliveries that a filter leaves, without their number. */
export async function latestDeliveries(
  ctx: Context,
  filter: DeliveryFilter,
  limit: number,
): Promise<DeliveryListItem[]> {
  const { rows } = await listItems(ctx, filter, { after: null, before: null, limit });
  return rows;
}

export type DeliveryDetail = {
  delivery: DeliveryListItem;
  attempts: Attempt[];
  /** What this is a replay of; null also when that is older than the 30 days kept. */
  original: DeliveryListItem | null;
  replays: DeliveryListItem[];
};

/** A delivery with all that was sent and came back, and the deliveries it was replayed from and as.
 *  Throws `resource_missing`, also past the 30 days. */
export async function deliveryDetail(ctx: Context, id: string): Promise<DeliveryDetail> {
  const delivery = await findLine(ctx, id);
  if (!delivery) throw missing("delivery", id);
  const [attempts, original, replays] = await Promise.all([
    listAttempts({ ...delivery, accountId: ctx.accountId, mode: ctx.mode }),
    delivery.replayOf ? findLine(ctx, delivery.replayOf) : null,
    listReplaysOf(ctx, delivery),
  ]);
  return { delivery, attempts, original, replays };
}
