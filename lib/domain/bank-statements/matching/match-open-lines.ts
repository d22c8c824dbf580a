import { type Tx, transact } from "#db/transact.ts";
import { announceLive } from "#lib/domain/live/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { addDays } from "#lib/kernel/period.ts";
import { findOpenMovements } from "../movement-store.ts";
import { findOpen, lockBank } from "../store.ts";
import { matchLines } from "./match-lines.ts";
import { insertMatches, recordResults } from "./match-store.ts";

/** Lines and objects this many days around a statement are looked at with it. */
const AROUND_DAYS = 10;
/** How far back open lines are matched again on demand. */
const AGAIN_DAYS = 120;

/** Matches the open lines around some days with the objects around them; returns the number of lines matched. Call
 *  `lockBank` before. */
export async function matchOpenLinesIn(
  tx: Tx,
  ctx: Context,
  { fromDay, toDay }: { fromDay: string; toDay: string },
): Promise<number> {
  const range = { fromDay: addDays(fromDay, -AROUND_DAYS), toDay: addDays(toDay, AROUND_DAYS) };
  const lines = await findOpen(tx, ctx, range);
  if (lines.length === 0) return 0;
  const { matches, findings } = matchLines(lines, await findOpenMovements(tx, ctx, range));
  await insertMatches(tx, ctx, matches, null);
  const matched = new Set<string>(matches.map(({ lineId }) => lineId));
  const results = lines.map(({ id }) => ({
    id,
    matched: matched.has(id),
    finding: findings.get(id) ?? null,
  }));
  await recordResults(tx, ctx, results);
  return matches.length;
}

/** Matches the open lines of the last 120 days again: objects can be recorded after the statement was added. Returns the
 *  number of lines matched. Waits for other changes of this account's statements. */
export async function matchAgain(ctx: Context): Promise<number> {
  const toDay = businessNow(ctx).toISOString().slice(0, 10);
  const matched = await transact(async (tx) => {
    await lockBank(tx, ctx);
    return await matchOpenLinesIn(tx, ctx, { fromDay: addDays(toDay, -AGAIN_DAYS), toDay });
  });
  if (matched > 0) announceLive(ctx.accountId, "bank_statement");
  return matched;
}
