import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { db } from "#db/client.ts";
import type { Tx } from "#db/transact.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { RowState } from "#lib/kernel/vocabulary/row-jobs.ts";
import type { JobKey, OpenRow, RowResult } from "./types.ts";

type Columns<Name extends string> = PgTable & Readonly<Record<Name, PgColumn>>;
type Jobs = Columns<"accountId" | "mode" | "id" | "status" | "dueAt" | "finishedAt">;
type Items = Columns<
  | "accountId"
  | "jobId"
  | "objectId"
  | "amount"
  | "currency"
  | "state"
  | "tries"
  | "refusal"
  | "resultId"
>;

const OPEN: readonly RowState[] = ["waiting", "begun"];
const INSERTED_AT_ONCE = 1_000;

/** The statements of jobs over rows, which are the same for each pair of tables. */
export type RowStore = ReturnType<typeof rowStore>;

/** Makes the statements for the table of some jobs and the one of their rows. */
export function rowStore(jobs: Jobs, items: Items) {
  const isJob = (key: JobKey) =>
    and(eq(jobs.accountId, key.accountId), eq(jobs.mode, key.mode), eq(jobs.id, key.id));
  const ofJob = (key: JobKey) => and(eq(items.accountId, key.accountId), eq(items.jobId, key.id));
  const isRow = (key: JobKey, id: Id) => and(ofJob(key), eq(items.objectId, id));
  return {
    ofJob,
    ...changesOfJobs(jobs, isJob),
    ...locks({ jobs, items, isJob, isRow }),

    /** Inserts the rows of a new job. */
    async insertRows(
      tx: Tx,
      key: JobKey,
      rows: ReadonlyArray<Omit<OpenRow, "state"> & { refusal: string | null }>,
    ): Promise<void> {
      const { accountId, id: jobId } = key;
      for (let from = 0; from < rows.length; from += INSERTED_AT_ONCE) {
        const values = rows.slice(from, from + INSERTED_AT_ONCE).map((row) => ({
          ...{ accountId, jobId, objectId: row.objectId, amount: row.amountMinor },
          ...{ currency: row.currency, refusal: row.refusal },
          state: row.refusal === null ? "waiting" : "refused",
        }));
        await tx.insert(items).values(values);
      }
    },

    /** Rows with work left: those that failed least first, so that they do not hold up the others, and of these the begun
     *  ones, whose outcome must be found. Takes no lock. */
    async openRows(key: JobKey, states: readonly RowState[], limit: number): Promise<OpenRow[]> {
      const rows = await db()
        .select({
          objectId: items.objectId,
          amountMinor: items.amount,
          currency: items.currency,
          state: items.state,
        })
        .from(items)
        .where(and(ofJob(key), inArray(items.state, [...states])))
        .orderBy(asc(items.tries), asc(items.state), asc(items.objectId))
        .limit(limit);
      return rows as OpenRow[];
    },

    /** Marks a locked row as begun. */
    async begin(tx: Tx, key: JobKey, objectId: Id): Promise<void> {
      await tx.update(items).set({ state: "begun" }).where(isRow(key, objectId));
    },

    /** Records what became of a row that has no result yet. False if it has one. */
    async record(tx: Tx | null, key: JobKey, objectId: Id, result: RowResult): Promise<boolean> {
      const rows = await (tx ?? db())
        .update(items)
        .set(result)
        .where(and(isRow(key, objectId), inArray(items.state, [...OPEN])))
        .returning({ id: items.objectId });
      return rows.length === 1;
    },

    /** Counts a try that failed for another reason than a refusal. Returns how many there were; 0 for a row with a result. */
    async countTry(key: JobKey, objectId: Id): Promise<number> {
      const [row] = await db()
        .update(items)
        .set({ tries: sql`${items.tries} + 1` })
        .where(and(isRow(key, objectId), inArray(items.state, [...OPEN])))
        .returning({ tries: items.tries });
      return Number(row?.tries ?? 0);
    },
  };
}

type Condition = ReturnType<typeof and>;

function locks({
  jobs,
  items,
  isJob,
  isRow,
}: {
  jobs: Jobs;
  items: Items;
  isJob: (key: JobKey) => Condition;
  isRow: (key: JobKey, id: Id) => Condition;
}) {
  return {
    /** Locks a running job, so that it cannot be stopped before the transaction ends, and its waiting row. False if the job
     *  was stopped or the row handled. */
    async lockWaiting(tx: Tx, key: JobKey, objectId: Id): Promise<boolean> {
      const running = await tx
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(isJob(key), eq(jobs.status, "running")))
        .for("share");
      if (running.length === 0) return false;
      const waiting = await tx
        .select({ id: items.objectId })
        .from(items)
        .where(and(isRow(key, objectId), eq(items.state, "waiting")))
        .for("update");
      return waiting.length === 1;
    },

    /** Locks a row that has no result yet. False if it has one. */
    async lockOpen(tx: Tx, key: JobKey, objectId: Id): Promise<boolean> {
      const open = await tx
        .select({ id: items.objectId })
        .from(items)
        .where(and(isRow(key, objectId), inArray(items.state, [...OPEN])))
        .for("update");
      return open.length === 1;
    },
  };
}

function changesOfJobs(jobs: Jobs, isJob: (key: JobKey) => Condition) {
  return {
    /** Renews the lease of a job that is not finished. False if it is. */
    async keep(key: JobKey, dueAt: Date): Promise<boolean> {
      const kept = await db()
        .update(jobs)
        .set({ dueAt })
        .where(and(isJob(key), sql`${jobs.dueAt} is not null`))
        .returning({ id: jobs.id });
      return kept.length === 1;
    },

    /** Ends a job of which nothing is left; a stopped one stays stopped. */
    async finish(key: JobKey, finishedAt: Date): Promise<void> {
      await db()
        .update(jobs)
        .set({
          status: sql`case when ${jobs.status} = 'running' then 'completed' else ${jobs.status} end`,
          ...{ finishedAt, dueAt: null },
        })
        .where(isJob(key));
    },

    /** Stops a running job. The worker looks at it once more, for rows that had begun. False if it is over. */
    async stop(tx: Tx, key: JobKey, dueAt: Date): Promise<boolean> {
      const stopped = await tx
        .update(jobs)
        .set({ status: "stopped", dueAt })
        .where(and(isJob(key), eq(jobs.status, "running")))
        .returning({ id: jobs.id });
      return stopped.length === 1;
    },
  };
}
