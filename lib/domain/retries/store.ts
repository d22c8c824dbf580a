import { and, asc, desc, eq, sql } from "drizzle-orm";
import { db, schema } from "#db/client.ts";
import { dueQueue } from "#db/due.ts";
import { readPage } from "#db/paging.ts";
import { selectList } from "#db/sql-text.ts";
import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import type { RetryRefusal } from "#lib/kernel/vocabulary/retries.ts";
import type { RetryFacts, RetryItem, RetryJob, RetryTotal } from "./types.ts";

const { retryJobs: t, retryItems: i, payments: p } = schema;

type Owner = Pick<Context, "accountId" | "mode">;
type JobKey = Pick<RetryJob, "accountId" | "mode" | "id">;

const own = ({ accountId, mode }: Owner) => and(eq(t.accountId, accountId), eq(t.mode, mode));
const isThis = (key: JobKey) => and(own(key), eq(t.id, key.id));
const isItem = ({ accountId, id }: JobKey, paymentId: Id<"pay">) =>
  and(eq(i.accountId, accountId), eq(i.jobId, id), eq(i.paymentId, paymentId));

const toJob = (row: typeof t.$inferSelect): RetryJob => row;

/** Jobs with payments left, by their account's clock. */
export const dueRows = dueQueue("retry_jobs", selectList(t, "p"), toJob, "due_at");

/** The payment that retried a declined one, or null. Takes no lock. */
export async function findRetryOf(ctx: Context, id: string): Promise<Id<"pay"> | null> {
  const [row] = await db()
    .select({ id: p.id })
    .from(p)
    .where(
      and(eq(p.accountId, ctx.accountId), eq(p.mode, ctx.mode), eq(p.retryOf, id as Id<"pay">)),
    );
  return row?.id ?? null;
}

const AT_ONCE = 1_000;

/** Inserts a job with its payments. */
export async function insertJob(
  tx: Tx,
  job: RetryJob,
  chosen: readonly RetryFacts[],
): Promise<void> {
  await tx.insert(t).values(job);
  const { accountId, id: jobId } = job;
  for (let from = 0; from < chosen.length; from += AT_ONCE) {
    const rows = chosen.slice(from, from + AT_ONCE).map(({ id, amountMinor, currency }) => ({
      ...{ accountId, jobId, paymentId: id, amount: amountMinor, currency },
    }));
    await tx.insert(i).values(rows);
  }
}

/** Returns a job of the account and mode, or null. Takes no lock. */
export async function findJob(owner: Owner, id: string): Promise<RetryJob | null> {
  const [row] = await db()
    .select()
    .from(t)
    .where(isThis({ ...owner, id: id as Id<"rtj"> }));
  return row ? toJob(row) : null;
}

/** The newest job, or null. Takes no lock. */
export async function newestJob(owner: Owner): Promise<RetryJob | null> {
  const [row] = await db().select().from(t).where(own(owner)).orderBy(desc(t.id)).limit(1);
  return row ? toJob(row) : null;
}

/** Payments of the job that wait for their turn, in the order of their ids. Takes no lock. */
export async function waitingItems({ accountId, id }: JobKey, limit: number): Promise<Id<"pay">[]> {
  const rows = await db()
    .select({ id: i.paymentId })
    .from(i)
    .where(and(eq(i.accountId, accountId), eq(i.jobId, id), eq(i.state, "waiting")))
    .orderBy(asc(i.paymentId))
    .limit(limit);
  return rows.map((row) => row.id);
}

/** Locks a waiting payment of a running job. False if it was handled, or the job was stopped; after `stop` has returned
 *  no payment begins. */
export async function lockWaiting(tx: Tx, key: JobKey, paymentId: Id<"pay">): Promise<boolean> {
  const running = await tx
    .select({ id: t.id })
    .from(t)
    .where(and(isThis(key), eq(t.status, "running")))
    .for("share");
  if (running.length === 0) return false;
  const waiting = await tx
    .select({ id: i.paymentId })
    .from(i)
    .where(and(isItem(key, paymentId), eq(i.state, "waiting")))
    .for("update");
  return waiting.length === 1;
}

/** Records the result of a locked payment. */
export async function recordItem(
  tx: Tx,
  key: JobKey,
  paymentId: Id<"pay">,
  result: { retryId: Id<"pay"> } | { refusal: RetryRefusal },
): Promise<void> {
  const state = "retryId" in result ? "retried" : "refused";
  await tx
    .update(i)
    .set({ state, ...result })
    .where(isItem(key, paymentId));
}

/** Renews the lease of a running job. False if it is over. */
export async function keep(key: JobKey, dueAt: Date): Promise<boolean> {
  const kept = await db()
    .update(t)
    .set({ dueAt })
    .where(and(isThis(key), eq(t.status, "running")))
    .returning({ id: t.id });
  return kept.length === 1;
}

/** Ends a running job. False if it is over. */
export async function end(
  tx: Tx,
  key: JobKey,
  to: { status: "completed" | "stopped"; finishedAt: Date },
): Promise<boolean> {
  const ended = await tx
    .update(t)
    .set({ ...to, dueAt: null })
    .where(and(isThis(key), eq(t.status, "running")))
    .returning({ id: t.id });
  return ended.length === 1;
}

const joinsRetry = and(eq(p.accountId, i.accountId), eq(p.id, i.retryId));

/** Count and amount per state, result and currency. Takes no lock. */
export async function totalsOf({ accountId, id }: JobKey): Promise<RetryTotal[]> {
  return await db()
    .select({
      state: i.state,
      result: p.status,
      currency: i.currency,
      count: sql<number>`count(*)::int`,
      amountMinor: sql<bigint>`sum(${i.amount})::bigint`,
    })
    .from(i)
    .leftJoin(p, joinsRetry)
    .where(and(eq(i.accountId, accountId), eq(i.jobId, id)))
    .groupBy(i.state, p.status, i.currency)
    .orderBy(asc(i.currency), asc(i.state));
}

/** One page of a job's payments, newest first. Takes no lock. */
export function listItems(
  { accountId, id }: JobKey,
  page: KeysetPage,
): Promise<KeysetSlice<RetryItem & { id: Id<"pay"> }>> {
  return readPage(i.paymentId, page, (bound, order, take) =>
    db()
      .select({
        id: i.paymentId,
        paymentId: i.paymentId,
        amountMinor: i.amount,
        currency: i.currency,
        state: i.state,
        refusal: i.refusal,
        retryId: i.retryId,
        result: p.status,
        declineCode: p.declineCode,
      })
      .from(i)
      .leftJoin(p, joinsRetry)
      .where(and(eq(i.accountId, accountId), eq(i.jobId, id), bound))
      .orderBy(order)
      .limit(take),
  );
}
