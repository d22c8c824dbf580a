import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import { db, schema } from "#db/client.ts";
import { dueQueue } from "#db/due.ts";
import { readPage } from "#db/paging.ts";
import { selectList } from "#db/sql-text.ts";
import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import type { BulkItemState } from "#lib/kernel/vocabulary/bulk.ts";
import type { BulkItem, BulkJob, BulkResult, BulkTotal } from "./types.ts";

const { bulkJobs: t, bulkItems: i, payments: p } = schema;

type Owner = Pick<Context, "accountId" | "mode">;
type JobKey = Pick<BulkJob, "accountId" | "mode" | "id">;

const own = ({ accountId, mode }: Owner) => and(eq(t.accountId, accountId), eq(t.mode, mode));
const isThis = (key: JobKey) => and(own(key), eq(t.id, key.id));
const ofJob = ({ accountId, id }: JobKey) => and(eq(i.accountId, accountId), eq(i.jobId, id));
const isItem = (key: JobKey, objectId: Id) => and(ofJob(key), eq(i.objectId, objectId));

const toJob = (row: typeof t.$inferSelect): BulkJob => row;

/** Jobs with objects left, by their account's clock. */
export const dueRows = dueQueue("bulk_jobs", selectList(t, "p"), toJob, "due_at");

const AT_ONCE = 1_000;

/** Inserts a job with its objects. False if `undoOf` was undone before. */
export async function insertJob(
  tx: Tx,
  job: BulkJob,
  items: ReadonlyArray<Pick<BulkItem, "objectId" | "amountMinor" | "currency" | "refusal">>,
): Promise<boolean> {
  const made = await tx.insert(t).values(job).onConflictDoNothing().returning({ id: t.id });
  if (made.length === 0) return false;
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const rows = items.slice(from, from + AT_ONCE).map((item) => ({
      ...{ accountId: job.accountId, jobId: job.id, objectId: item.objectId },
      ...{ amount: item.amountMinor, currency: item.currency, refusal: item.refusal },
      state: item.refusal === null ? ("waiting" as const) : ("refused" as const),
    }));
    await tx.insert(i).values(rows);
  }
  return true;
}

/** Returns a job of the account and mode, or null. Takes no lock. */
export async function findJob(owner: Owner, id: string): Promise<BulkJob | null> {
  const [row] = await db()
    .select()
    .from(t)
    .where(isThis({ ...owner, id: id as Id<"bjb"> }));
  return row ?? null;
}

/** The job that takes back another one's changes, or null. Takes no lock. */
export async function findUndo({ accountId, id }: JobKey): Promise<Id<"bjb"> | null> {
  const [row] = await db()
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.accountId, accountId), eq(t.undoOf, id)));
  return row?.id ?? null;
}

/** Objects that are left: begun ones first, whose outcome must be found, then waiting ones. Takes no lock. */
export async function openItems(
  key: JobKey,
  states: readonly BulkItemState[],
  limit: number,
): Promise<BulkItem[]> {
  return await db()
    .select(COLUMNS)
    .from(i)
    .where(and(ofJob(key), inArray(i.state, [...states])))
    .orderBy(asc(i.state), asc(i.objectId))
    .limit(limit);
}

const COLUMNS = {
  objectId: i.objectId,
  amountMinor: i.amount,
  currency: i.currency,
  state: i.state,
  refusal: i.refusal,
  resultId: i.resultId,
};

/** The objects of a job that it changed. Takes no lock. */
export async function changedItems(key: JobKey): Promise<Id[]> {
  const rows = await db()
    .select({ id: i.objectId })
    .from(i)
    .where(and(ofJob(key), eq(i.state, "done")))
    .orderBy(asc(i.objectId));
  return rows.map(({ id }) => id);
}

/** Locks a running job, so that it cannot be stopped before the transaction ends, and its waiting object. False if the job
 *  was stopped or the object handled. */
export async function lockWaiting(tx: Tx, key: JobKey, objectId: Id): Promise<boolean> {
  const running = await tx
    .select({ id: t.id })
    .from(t)
    .where(and(isThis(key), eq(t.status, "running")))
    .for("share");
  if (running.length === 0) return false;
  const waiting = await tx
    .select({ id: i.objectId })
    .from(i)
    .where(and(isItem(key, objectId), eq(i.state, "waiting")))
    .for("update");
  return waiting.length === 1;
}

/** Marks a locked object as begun. */
export async function begin(tx: Tx, key: JobKey, objectId: Id): Promise<void> {
  await tx.update(i).set({ state: "begun" }).where(isItem(key, objectId));
}

/** Records what became of an object that is not final yet. False if it is. */
export async function record(
  tx: Tx | null,
  key: JobKey,
  objectId: Id,
  result: BulkResult,
): Promise<boolean> {
  const rows = await (tx ?? db())
    .update(i)
    .set(result)
    .where(and(isItem(key, objectId), inArray(i.state, ["waiting", "begun"])))
    .returning({ id: i.objectId });
  return rows.length === 1;
}

/** Renews the lease of a job that is not finished. False if it is. */
export async function keep(key: JobKey, dueAt: Date): Promise<boolean> {
  const kept = await db()
    .update(t)
    .set({ dueAt })
    .where(and(isThis(key), sql`${t.dueAt} is not null`))
    .returning({ id: t.id });
  return kept.length === 1;
}

/** Ends a job of which nothing is left; a stopped one stays stopped. */
export async function finish(key: JobKey, finishedAt: Date): Promise<void> {
  await db()
    .update(t)
    .set({
      status: sql`case when ${t.status} = 'running' then 'completed' else ${t.status} end`,
      ...{ finishedAt, dueAt: null },
    })
    .where(isThis(key));
}

/** Stops a running job. The worker looks at it once more, for objects that had begun. False if it is over. */
export async function stop(tx: Tx, key: JobKey, dueAt: Date): Promise<boolean> {
  const stopped = await tx
    .update(t)
    .set({ status: "stopped", dueAt })
    .where(and(isThis(key), eq(t.status, "running")))
    .returning({ id: t.id });
  return stopped.length === 1;
}

/** Count and amount per state and currency. Takes no lock. */
export async function totalsOf(key: JobKey): Promise<BulkTotal[]> {
  return await db()
    .select({
      state: i.state,
      currency: i.currency,
      count: count(),
      amountMinor: sql<bigint | null>`sum(${i.amount})::bigint`,
    })
    .from(i)
    .where(ofJob(key))
    .groupBy(i.state, i.currency)
    .orderBy(asc(i.currency), asc(i.state));
}

/** One page of a job's objects, newest first; of one state, if given. Takes no lock. */
export function listItems(
  key: JobKey,
  state: BulkItemState | undefined,
  page: KeysetPage,
): Promise<KeysetSlice<BulkItem & { id: Id }>> {
  return readPage(i.objectId, page, (bound, order, take) =>
    db()
      .select({ ...COLUMNS, id: i.objectId })
      .from(i)
      .where(and(ofJob(key), state ? eq(i.state, state) : undefined, bound))
      .orderBy(order)
      .limit(take),
  );
}

/** What a refund of each of these payments depends on. Payments that the account does not have are left out. Takes no
 *  lock. */
export async function refundFacts({ accountId, mode }: Owner, ids: readonly string[]) {
  return await db()
    .select({
      id: p.id,
      status: p.status,
      disputed: p.disputed,
      amountCapturedMinor: p.amountCaptured,
      amountRefundedMinor: p.amountRefunded,
      currency: p.currency,
    })
    .from(p)
    .where(and(eq(p.accountId, accountId), eq(p.mode, mode), inArray(p.id, ids as Id<"pay">[])));
}
