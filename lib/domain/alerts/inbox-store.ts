import { and, count, desc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import { db, schema } from "#db/client.ts";
import type { Tx } from "#db/transact.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Alert, Owner, Preferences } from "./types.ts";

const { alerts: a, alertInbox: i, alertPreferences: p } = schema;

type Reader = Owner & { userId: string };

const mine = ({ accountId, mode, userId }: Reader) =>
  and(eq(i.accountId, accountId), eq(i.mode, mode), eq(i.userId, userId));

export type InboxRow = Alert & { readAt: Date | null };

/** The newest alerts of a person before `before`. Takes no lock. */
export async function list(
  reader: Reader,
  { before, limit }: { before: string | null; limit: number },
): Promise<InboxRow[]> {
  const rows = await db()
    .select({ alert: a, readAt: i.readAt })
    .from(i)
    .innerJoin(a, and(eq(a.accountId, i.accountId), eq(a.mode, i.mode), eq(a.id, i.alertId)))
    .where(and(mine(reader), before ? lt(i.alertId, before as Id<"alt">) : undefined))
    .orderBy(desc(i.alertId))
    .limit(limit);
  return rows.map(({ alert, readAt }) => ({ ...alert, readAt }));
}

/** The number of alerts that a person has not read, counting at most `most`. Takes no lock. */
export async function countUnread(reader: Reader, most: number): Promise<number> {
  const unread = db()
    .select({ id: i.alertId })
    .from(i)
    .where(and(mine(reader), isNull(i.readAt)))
    .limit(most)
    .as("unread");
  const [row] = await db().select({ n: count() }).from(unread);
  return row?.n ?? 0;
}

/** Marks alerts of a person as read: these, or all. */
export async function markRead(reader: Reader, ids: readonly string[] | "all", at: Date) {
  const chosen = ids === "all" ? undefined : inArray(i.alertId, ids as Array<Id<"alt">>);
  await db()
    .update(i)
    .set({ readAt: at })
    .where(and(mine(reader), isNull(i.readAt), chosen));
}

/** The newest alerts of a rule. Takes no lock. */
export async function listOfRule(owner: Owner, ruleId: string, limit: number): Promise<Alert[]> {
  return await db()
    .select()
    .from(a)
    .where(
      and(
        ...[eq(a.accountId, owner.accountId), eq(a.mode, owner.mode)],
        eq(a.ruleId, ruleId as Id<"alr">),
      ),
    )
    .orderBy(desc(a.id))
    .limit(limit);
}

/** The open alerts of a mode by rule. Takes no lock. */
export async function countOpen({ accountId, mode }: Owner, kinds: readonly Alert["kind"][]) {
  const rows = await db()
    .select({ ruleId: a.ruleId, n: count() })
    .from(a)
    .where(
      and(
        ...[eq(a.accountId, accountId), eq(a.mode, mode), isNull(a.resolvedAt)],
        inArray(a.kind, [...kinds]),
      ),
    )
    .groupBy(a.ruleId);
  return new Map(rows.map(({ ruleId, n }) => [ruleId, n]));
}

type Person = { accountId: Id<"acct">; userId: string };

const NONE: Preferences = { quietFrom: null, quietTo: null, digestAt: null };

/** Takes no lock. */
export async function findPreferences(
  { accountId, userId }: Person,
  tx?: Tx,
): Promise<Preferences> {
  const [row] = await (tx ?? db())
    .select({ quietFrom: p.quietFrom, quietTo: p.quietTo, digestAt: p.digestAt })
    .from(p)
    .where(and(eq(p.accountId, accountId), eq(p.userId, userId)));
  return row ?? NONE;
}

export async function savePreferences(tx: Tx, person: Person, preferences: Preferences) {
  await tx
    .insert(p)
    .values({ ...person, ...preferences })
    .onConflictDoUpdate({
      target: [p.accountId, p.userId],
      set: {
        quietFrom: sql`excluded.quiet_from`,
        quietTo: sql`excluded.quiet_to`,
        digestAt: sql`excluded.digest_at`,
      },
    });
}
