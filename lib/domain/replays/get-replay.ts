import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import * as store from "./store.ts";
import type { Replay, ReplayStatus } from "./types.ts";

export type ListReplaysRequest = PageRequest & {
  status?: ReplayStatus | undefined;
  /** Also those that were only previewed. */
  previews?: boolean | undefined;
  created?: CreatedRange | undefined;
};

/** Throws `resource_missing`, also for another merchant's and the other mode's. Takes no lock. */
export async function getReplay(ctx: Context, id: string): Promise<Replay> {
  const replay = await store.find(ctx, id);
  if (!replay) throw missing("replay", id);
  return replay;
}

/** One page, newest first. Throws `parameter_invalid` for a cursor that is none of theirs. Takes no
 *  lock. */
export async function listReplays(
  ctx: Context,
  request: ListReplaysRequest,
): Promise<Page<Replay>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}
