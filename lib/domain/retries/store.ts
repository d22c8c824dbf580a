import { and, asc, desc, eq, sql } from "drizzle-orm";
import { db, schema } from "#db/client.ts";
import { dueQueue } from "#db/due.ts";
import { lockName } from "#db/lock-name.ts";
import { readPage } from "#db/paging.ts";
import { selectList } from "#db/sql-text.ts";
import type { Tx } from "#db/transact.ts";
import { rowStore } from "#lib/domain/row-jobs/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import type { RetryFacts, RetryItem, RetryJob, RetryTotal } from "./types.ts";

const { retryJobs: t, retryItems: i, payments: p } = schema;

type Owner = Pick<Context, "accountId" | "mode">;
type JobKey = Pick<RetryJob, "accountId" | "mode" | "id">;

const own = ({ accountId, mode }: Owner) => and(eq(t.accountId, accountId), eq(t.mode, mode));
const isThis = (key: JobKey) => and(own(key), eq(t.id, key.id));

const toJob = (row: typeof t.$inferSelect): RetryJob => row;

/** The statements shared by all jobs over rows. */
export const rows = rowStore(t, i);

/** Jobs with payments left, by their account's clock. */
export const dueRows = dueQueue("retry_jobs", selectList(t, "p"), toJob, "due_at");

/** Lets one transaction at a time decide about retries of a card or payment method, until it ends. */
export async function lockTries(tx: Tx, { accountId, mode }: Owner, of: string): Promise<void> {
  await lockName(tx, `tries ${accountId} ${mode} ${of}`);
}

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

/** Inserts a job with its payments. */
export async function insertJob(
  tx: Tx,
  job: RetryJob,
  chosen: readonly RetryFacts[],
): Promise<void> {
  await tx.insert(t).values(job);
  await rows.insertRows(
    tx,
    job,
    chosen.map(({ id, amountMinor, currency }) => ({
      ...{ objectId: id, amountMinor, currency, refusal: null },
    })),
  );
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

const joinsRetry = and(eq(p.accountId, i.accountId), eq(p.id, i.resultId));

/** Count and amount per state, result and currency. Takes no lock. */
export async function totalsOf(key: JobKey): Promise<RetryTotal[]> {
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
    .where(rows.ofJob(key))
    .groupBy(i.state, p.status, i.currency)
    .orderBy(asc(i.currency), asc(i.state));
}

/** One page of a job's payments, newest first. Takes no lock. */
export function listItems(
  key: JobKey,
  page: KeysetPage,
): Promise<KeysetSlice<RetryItem & { id: Id<"pay"> }>> {
  return readPage(i.objectId, page, (bound, order, take) =>
    db()
      .select({
        id: i.objectId,
        paymentId: i.objectId,
        amountMinor: i.amount,
        currency: i.currency,
        state: i.state,
        refusal: i.refusal,
        retryId: i.resultId,
        result: p.status,
        declineCode: p.declineCode,
      })
      .from(i)
      .leftJoin(p, joinsRetry)
      .where(and(rows.ofJob(key), bound))
      .orderBy(order)
      .limit(take),
  );
}
