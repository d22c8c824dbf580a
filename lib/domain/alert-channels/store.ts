import { and, asc, count, eq, sql } from "drizzle-orm";
import { db, schema } from "#db/client.ts";
import { dueQueue } from "#db/due.ts";
import { lockName } from "#db/lock-name.ts";
import { selectList } from "#db/sql-text.ts";
import type { Tx } from "#db/transact.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { AlertChannel, DuePost, LastPost, Owner } from "./types.ts";

const { alertChannels: c, alertPosts: o, alertRules: r } = schema;

const shown = {
  accountId: c.accountId,
  mode: c.mode,
  id: c.id,
  name: c.name,
  hint: c.hint,
  createdBy: c.createdBy,
  createdAt: c.createdAt,
};

const own = ({ accountId, mode }: Owner) => and(eq(c.accountId, accountId), eq(c.mode, mode));

type ShownChannel = AlertChannel & { last: LastPost | null };

/** The webhooks of a mode with their last message, oldest first. Takes no lock. */
export async function list(owner: Owner): Promise<ShownChannel[]> {
  const last = db()
    .select({
      status: o.status,
      lastError: o.lastError,
      postedAt: sql<Date>`${o.createdAt}`.mapWith(o.createdAt).as("posted_at"),
      sentAt: o.sentAt,
    })
    .from(o)
    .where(and(eq(o.accountId, c.accountId), eq(o.mode, c.mode), eq(o.channelId, c.id)))
    .orderBy(sql`${o.id} desc`)
    .limit(1)
    .as("last");
  const rows = await db()
    .select({
      channel: shown,
      status: last.status,
      lastError: last.lastError,
      postedAt: last.postedAt,
      sentAt: last.sentAt,
    })
    .from(c)
    .leftJoinLateral(last, sql`true`)
    .where(own(owner))
    .orderBy(asc(c.createdAt), asc(c.id));
  return rows.map(({ channel, status, lastError, postedAt, sentAt }) => ({
    ...channel,
    last: status && postedAt ? { status, lastError, createdAt: postedAt, sentAt } : null,
  }));
}

/** The number of webhooks of a mode. Lets one transaction at a time count and then create. */
export async function lockAndCount(tx: Tx, owner: Owner): Promise<number> {
  await lockName(tx, `alert channels ${owner.accountId} ${owner.mode}`);
  const [row] = await tx.select({ n: count() }).from(c).where(own(owner));
  return row?.n ?? 0;
}

export async function insert(tx: Tx, channel: AlertChannel & { url: Buffer }): Promise<void> {
  await tx.insert(c).values(channel);
}

/** A webhook with its address, encrypted and bound to the id. Takes no lock. */
export async function find(
  owner: Owner,
  id: string,
): Promise<(AlertChannel & { url: Buffer }) | null> {
  const [row] = await db()
    .select({ ...shown, url: c.url })
    .from(c)
    .where(and(own(owner), eq(c.id, id as Id<"alc">)));
  return row ?? null;
}

/** Deletes a webhook, takes it from the rules and drops its waiting messages; null if it does not exist. */
export async function remove(tx: Tx, owner: Owner, id: string): Promise<AlertChannel | null> {
  const [row] = await tx
    .delete(c)
    .where(and(own(owner), eq(c.id, id as Id<"alc">)))
    .returning(shown);
  if (!row) return null;
  await tx
    .update(r)
    .set({ channelId: null })
    .where(and(eq(r.accountId, row.accountId), eq(r.mode, row.mode), eq(r.channelId, row.id)));
  await tx
    .delete(o)
    .where(and(eq(o.accountId, row.accountId), eq(o.mode, row.mode), eq(o.channelId, row.id)));
  return row;
}

const toDue = (row: typeof o.$inferSelect): DuePost => {
  const { accountId, mode, id, channelId, attempts, title, why, url, action } = row;
  return { accountId, mode, id, channelId, attempts, title, why, url, action };
};

/** Messages to send. */
export const dueRows = dueQueue("alert_posts", selectList(o, "p"), toDue, "due_at");

/** Records an attempt; ignored if another worker has recorded one since the message was claimed. */
export async function recordAttempt(
  post: DuePost,
  outcome: Pick<typeof o.$inferInsert, "status" | "dueAt" | "lastError" | "sentAt">,
): Promise<void> {
  await db()
    .update(o)
    .set({ ...outcome, attempts: post.attempts + 1 })
    .where(
      and(
        ...[eq(o.accountId, post.accountId), eq(o.mode, post.mode), eq(o.id, post.id)],
        ...[eq(o.attempts, post.attempts), eq(o.status, "queued")],
      ),
    );
}
