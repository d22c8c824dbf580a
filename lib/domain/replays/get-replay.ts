import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import {
  type CreatedRange,
  checkCursor,
  type KeysetPage,
  type KeysetSlice,
  type Page,
  type PageRequest,
} from "#lib/kernel/page.ts";

import * as store from "./store.ts";
import type { Replay, ReplayStatus } from "./types.ts";

export type ListReplaysRequest = PageRequest & {
  status?: ReplayStatus | undefined;
  created?: CreatedRange | undefined;
};

/** Throws `resource_missing`, also for another merchant's and the other mode's. Takes no lock. */
export async function getReplay(ctx: Context, id: string): Promise<Replay> {
  const replay = await store.find(ctx, id);
  if (!replay) throw missing("replay", id);
  return replay;
}

/** One page, newest first, previews included. Throws `parameter_invalid` for a cursor that is none of theirs. Takes no
 *  lock. */
export async function listReplays(
  ctx: Context,
  request: ListReplaysRequest,
): Promise<Page<Replay>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}

/** A page for a screen: jobs only, without previews, and how many there are. Takes no lock. */
export async function browseReplays(
  ctx: Context,
  page: KeysetPage,
): Promise<KeysetSlice<Replay> & { total: number }> {
  const [slice, total] = await Promise.all([store.listJobs(ctx, page), store.countJobs(ctx)]);
  return { ...slice, total };
}
