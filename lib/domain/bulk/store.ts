import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import { db, schema } from "#db/client.ts";
import { dueQueue } from "#db/due.ts";
import { readPage } from "#db/paging.ts";
import { selectList } from "#db/sql-text.ts";
import type { Tx } from "#db/transact.ts";
import { rowStore } from "#lib/domain/row-jobs/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import type { RowState } from "#lib/kernel/vocabulary/row-jobs.ts";
import type { BulkItem, BulkJob, BulkTotal } from "./types.ts";

const { bulkJobs: t, bulkItems: i, payments: p } = schema;

type Owner = Pick<Context, "accountId" | "mode">;
type JobKey = Pick<BulkJob, "accountId" | "mode" | "id">;

const own = ({ accountId, mode }: Owner) => and(eq(t.accountId, accountId), eq(t.mode, mode));
const isThis = (key: JobKey) => and(own(key), eq(t.id, key.id));

const toJob = (row: typeof t.$inferSelect): BulkJob => row;

/** The statements shared by all jobs over rows. */
export const rows = rowStore(t, i);

/** Jobs with objects left, by their account's clock. */
export const dueRows = dueQueue("bulk_jobs", selectList(t, "p"), toJob, "due_at");

/** Inserts a job with its objects. False if `undoOf` was undone before. */
export async function insertJob(
  tx: Tx,
  job: BulkJob,
  items: ReadonlyArray<Pick<BulkItem, "objectId" | "amountMinor" | "currency" | "refusal">>,
): Promise<boolean> {
  const made = await tx.insert(t).values(job).onConflictDoNothing().returning({ id: t.id });
  if (made.length === 0) return false;
  await rows.insertRows(tx, job, items);
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
  const changed = await db()
    .select({ id: i.objectId })
    .from(i)
    .where(and(rows.ofJob(key), eq(i.state, "done")))
    .orderBy(asc(i.objectId));
  return changed.map(({ id }) => id);
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
    .where(rows.ofJob(key))
    .groupBy(i.state, i.currency)
    .orderBy(asc(i.currency), asc(i.state));
}

/** One page of a job's objects, newest first; of one state, if given. Takes no lock. */
export function listItems(
  key: JobKey,
  state: RowState | undefined,
  page: KeysetPage,
): Promise<KeysetSlice<BulkItem & { id: Id }>> {
  return readPage(i.objectId, page, (bound, order, take) =>
    db()
      .select({ ...COLUMNS, id: i.objectId })
      .from(i)
      .where(and(rows.ofJob(key), state ? eq(i.state, state) : undefined, bound))
      .orderBy(order)
      .limit(take),
  );
}

/** Facts that a refund of each of these payments depends on. Payments that the account does not have are left out. Takes
 *  no lock. */
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
