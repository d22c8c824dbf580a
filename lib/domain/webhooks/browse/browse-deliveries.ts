import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/keyset.ts";
import { listAttempts } from "../deliveries/store.ts";
import type { Attempt } from "../types.ts";
import { countLines, findLine, listLines, listReplaysOf } from "./deliveries-store.ts";
import type { DeliveryFilter, DeliveryLine } from "./types.ts";

/** Up to here a list's rows are counted exactly: nobody reads further, and counting costs time. */
const MOST_COUNTED = 10_000;

/** The deliveries of the last 30 days that a filter leaves, newest first, with their number: exact,
 *  or at least so many where `uncounted`. For people: the public API's lists have a contract of
 *  their own. */
export async function browseDeliveries(
  ctx: Context,
  filter: DeliveryFilter,
  page: KeysetPage,
): Promise<KeysetSlice<DeliveryLine> & { total: number; uncounted: boolean }> {
  const [slice, counted] = await Promise.all([
    listLines(ctx, filter, page),
    countLines(ctx, filter, MOST_COUNTED),
  ]);
  return { ...slice, total: Math.min(counted, MOST_COUNTED), uncounted: counted > MOST_COUNTED };
}

/** The newest deliveries that a filter leaves, without their number. */
export async function latestDeliveries(
  ctx: Context,
  filter: DeliveryFilter,
  limit: number,
): Promise<DeliveryLine[]> {
  const { rows } = await listLines(ctx, filter, { after: null, before: null, limit });
  return rows;
}

export type DeliveryDossier = {
  delivery: DeliveryLine;
  attempts: Attempt[];
  /** What this is a replay of; null also when that is older than the 30 days kept. */
  original: DeliveryLine | null;
  replays: DeliveryLine[];
};

/** A delivery with all that was sent and came back, and the deliveries it was replayed from and as.
 *  Throws `resource_missing`, also past the 30 days. */
export async function deliveryDossier(ctx: Context, id: string): Promise<DeliveryDossier> {
  const delivery = await findLine(ctx, id);
  if (!delivery) throw missing("delivery", id);
  const [attempts, original, replays] = await Promise.all([
    listAttempts({ ...delivery, accountId: ctx.accountId, mode: ctx.mode }),
    delivery.replayOf ? findLine(ctx, delivery.replayOf) : null,
    listReplaysOf(ctx, delivery),
  ]);
  return { delivery, attempts, original, replays };
}
