import type { Context } from "#lib/kernel/context.ts";
import { idTimeMs } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import * as read from "./browse-store.ts";
import { flushRequestLog } from "./note-request.ts";
import type { LogGap, RequestFilter, RequestListItem } from "./types.ts";

/** Up to here a list's rows are counted exactly: nobody reads further, and counting costs time. */
const MOST_COUNTED = 10_000;
const MOST_GAPS = 5;
const MOST_ABOUT = 50;

/** What this very process has answered since its last write belongs to what is read, too. */
export async function settle(): Promise<void> {
  await flushRequestLog().catch((error) => log.warn("the request log is late", { error }));
}

/** The requests of the last 30 days that a filter leaves, newest first, with their number: exact, or at least
 *  so many where `uncounted`; and what is known to be missing. */
export async function browseRequests(
  ctx: Context,
  filter: RequestFilter,
  page: KeysetPage,
): Promise<KeysetSlice<RequestListItem> & { total: number; uncounted: boolean; gaps: LogGap[] }> {
  await settle();
  const [slice, counted, gaps] = await Promise.all([
    read.listItems(ctx, filter, page),
    read.countItems(ctx, filter, MOST_COUNTED),
    read.listGaps(ctx, MOST_GAPS),
  ]);
  const total = Math.min(counted, MOST_COUNTED);
  return { ...slice, total, uncounted: counted > MOST_COUNTED, gaps };
}

/** The writes that were about some objects, newest first; the first of them names the oldest. */
export async function requestsAbout(
  ctx: Context,
  objectIds: readonly [string, ...string[]],
): Promise<RequestListItem[]> {
  await settle();
  return await read.writesAbout(ctx, objectIds, idTimeMs(objectIds[0]), MOST_ABOUT);
}
