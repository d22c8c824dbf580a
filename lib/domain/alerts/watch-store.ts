import { and, eq, inArray, sql } from "drizzle-orm";
import { db, schema } from "#db/client.ts";
import { dueQueue } from "#db/due.ts";
import { selectList } from "#db/sql-text.ts";
import type { Tx } from "#db/transact.ts";
import type { AlertKind } from "#lib/kernel/vocabulary/alerts.ts";
import type { AlertRule, Owner } from "./types.ts";

const { alertRules: r, alertWatches: w } = schema;

export type WatchRow = Owner & { id: string; wakes: number };

const toWatch = ({ accountId, mode, id, wakes }: typeof w.$inferSelect): WatchRow => ({
  ...{ accountId, mode, id, wakes },
});

/** Accounts whose rules are to be looked at, by their own clock. */
export const dueRows = dueQueue("alert_watches", selectList(w, "p"), toWatch, "due_at");

/** The active rules of some kinds, oldest first. Takes no lock. */
export async function listRulesOf(
  { accountId, mode }: Owner,
  kinds: readonly AlertKind[],
): Promise<AlertRule[]> {
  return await db()
    .select()
    .from(r)
    .where(
      and(
        ...[eq(r.accountId, accountId), eq(r.mode, mode), eq(r.active, true)],
        inArray(r.kind, [...kinds]),
      ),
    )
    .orderBy(r.createdAt, r.id);
}

/** Stores when to look again: `dueAt`, null for never, or `lookAt` if something has changed since `watch` was read. */
export async function save(
  watch: WatchRow,
  { dueAt, lookAt }: { dueAt: Date | null; lookAt: Date },
): Promise<void> {
  await db()
    .update(w)
    .set({
      dueAt: sql`case when ${w.wakes} <> ${watch.wakes} then ${lookAt}::timestamptz
                      else ${dueAt}::timestamptz end`,
    })
    .where(and(eq(w.accountId, watch.accountId), eq(w.mode, watch.mode), eq(w.id, watch.id)));
}

/** Makes the account's rules due at `at` by its clock, in the caller's transaction. `rates` says whether new outcomes
 *  of payments matter from now on. Locks the watch. */
export async function wakeIn(
  tx: Tx,
  { accountId, mode }: Owner,
  at: Date,
  rates?: boolean,
): Promise<void> {
  await tx
    .insert(w)
    .values({ accountId, mode, id: "rules", dueAt: at, wakes: 1, rates: rates ?? false })
    .onConflictDoUpdate({
      target: [w.accountId, w.mode, w.id],
      set: {
        // A look under way keeps its lease, which ends within a minute; it looks again.
        dueAt: sql`case when ${w.dueAt} <= ${at}::timestamptz + interval '1 minute' then ${w.dueAt}
                        else ${at}::timestamptz end`,
        wakes: sql`${w.wakes} + 1`,
        ...(rates === undefined ? {} : { rates }),
      },
    });
}
