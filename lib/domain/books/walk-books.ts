import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { log } from "#lib/kernel/log.ts";
import type { Finding, Walk } from "./types.ts";
import * as store from "./walk-store.ts";
import { WALKS } from "./walks.ts";

/** Rows of a part that one round checks. Accounts with fewer are checked completely in every round; larger ones go on
 *  in the next round where this one stopped. */
const ROUND_ROWS = 50_000;
/** The most findings that are listed. */
const LISTED = 1_000;

/** Checks the next rows of every part of an account's books, and the newest ones, and stores what is wrong with the row
 *  that is. `everything` checks all rows. Changes nothing else. */
export async function walkBooks(
  ctx: Context,
  { everything }: { everything: boolean },
): Promise<void> {
  for (const walk of WALKS) {
    const start = everything ? "" : await store.placeOf(ctx, walk.part);
    const most = everything ? Number.POSITIVE_INFINITY : ROUND_ROWS;
    const { left, ended } = await walkOn(ctx, walk, { start, most, until: null });
    if (ended && start === "") continue;
    if (ended && left > 0) await walkOn(ctx, walk, { start: "", most: left, until: start });
    else await walkNewest(ctx, walk);
  }
}

type Way = { start: string; most: number; until: string | null };

async function walkOn(
  ctx: Context,
  walk: Walk,
  way: Way,
): Promise<{ left: number; ended: boolean }> {
  let [after, left] = [way.start, way.most];
  for (;;) {
    const chunk = await walk.next(ctx, after);
    await store.keepChunk(ctx, walk.part, { after, chunk, at: now(), moves: true });
    report(ctx, walk, chunk.wrong);
    left -= chunk.rows;
    if (chunk.last === null) return { left, ended: true };
    after = chunk.last;
    if (left <= 0 || (way.until !== null && after >= way.until)) return { left, ended: false };
  }
}

async function walkNewest(ctx: Context, walk: Walk): Promise<void> {
  let after = await walk.newest(ctx);
  while (after !== null) {
    const chunk = await walk.next(ctx, after);
    await store.keepChunk(ctx, walk.part, { after, chunk, at: now(), moves: false });
    report(ctx, walk, chunk.wrong);
    after = chunk.last;
  }
}

function report(
  { accountId: account, mode }: Context,
  { part }: Walk,
  wrong: readonly object[],
): void {
  if (wrong.length > 0)
    log.error("rows of the books contradict each other", { account, mode, part, wrong });
}

/** The rows that were wrong when they were last checked, first found first, at most 1,000. Takes no lock. */
export async function readFindings(ctx: Context): Promise<Finding[]> {
  return await store.listFindings(ctx, LISTED);
}
