import { type Tx, transact } from "#db/transact.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs, MINUTE_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type DueQueue, type DueWork, defineDueWork } from "#lib/kernel/due-work.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import { MOST_TRIES } from "#lib/kernel/vocabulary/row-jobs.ts";
import type { RowStore } from "./store.ts";
import type { OpenRow, RowJob, RowResult } from "./types.ts";

/** How long a worker may take for the rows of one turn; then those that failed are tried again. */
const LEASE_MS = MINUTE_MS;
/** Rows of a turn handled at a time. */
const AT_ONCE = 5;

/** Queue, store and work of a kind of job. `Standing` is read once for each group of rows handled together. */
export type RowWork<Job extends RowJob, Standing> = {
  name: string;
  queue: DueQueue<Job>;
  store: RowStore;
  /** Rows of a job handled in one turn, before another account gets one. */
  perTurn: number;
  contextOf(job: Job): Promise<Context>;
  standingOf(job: Job): Promise<Standing>;
  /** Does a row and records its result, or leaves it because the job was stopped. Must be safe to repeat. Throws for
   *  another reason than a refusal. */
  handle(ctx: Context, job: Job, row: OpenRow, standing: Standing): Promise<void>;
  /** The result of a locked row that failed `MOST_TRIES` times. After it, no try that is still running may do the row. */
  giveUpIn(tx: Tx, ctx: Context, job: Job, row: OpenRow): Promise<RowResult>;
  /** Called after a turn in which rows were handled. */
  onHandled?(job: Job): void;
};

/**
 * Declares the due work of jobs over rows. A turn handles at most `perTurn` rows. A row that fails for another reason than
 * a refusal is tried again when the lease ends, and after `MOST_TRIES` tries it is given up, so every job ends.
 */
export function rowJobs<Job extends RowJob, Standing>(work: RowWork<Job, Standing>): DueWork {
  return defineDueWork({
    name: work.name,
    queue: work.queue,
    leaseMs: () => LEASE_MS,
    finish: (job) => advance(work, job),
    failure: `${work.name} were interrupted and will continue`,
  });
}

async function advance<Job extends RowJob, Standing>(
  work: RowWork<Job, Standing>,
  job: Job,
): Promise<void> {
  const { store, perTurn } = work;
  const ctx = await work.contextOf(job);
  // Rows that had begun are finished also when the job was stopped: money may be under way.
  const states = job.status === "running" ? (["begun", "waiting"] as const) : (["begun"] as const);
  const open = await store.openRows(job, states, perTurn);
  let handled = 0;
  for (let at = 0; at < open.length; at += AT_ONCE) {
    // Renewed before each group, so the lease covers a rail that answers slowly.
    if (!(await store.keep(job, dateFromMs(businessNowMs(ctx) + LEASE_MS)))) return;
    const standing = await work.standingOf(job);
    const group = open.slice(at, at + AT_ONCE);
    const done = await Promise.all(group.map((row) => tryRow(work, ctx, { job, row, standing })));
    handled += done.filter(Boolean).length;
  }
  if (handled > 0) work.onHandled?.(job);
  const isWhole = open.length < perTurn;
  if (isWhole && handled === open.length) await store.finish(job, businessNow(ctx));
  // If none was handled, the lease is the pause until the next try.
  else if (!isWhole && handled > 0) await store.keep(job, businessNow(ctx));
}

/** Returns whether nothing is left to do for the row. */
async function tryRow<Job extends RowJob, Standing>(
  work: RowWork<Job, Standing>,
  ctx: Context,
  { job, row, standing }: { job: Job; row: OpenRow; standing: Standing },
): Promise<boolean> {
  const object: Id = row.objectId;
  try {
    await work.handle(ctx, job, row, standing);
    return true;
  } catch (error) {
    const tries = await work.store.countTry(job, object);
    log.warn("a row of a job failed", { error, object, job: job.id, tries });
    if (tries < MOST_TRIES) return tries === 0;
  }
  await transact(async (tx) => {
    if (!(await work.store.lockOpen(tx, job, object))) return;
    await work.store.record(tx, job, object, await work.giveUpIn(tx, ctx, job, row));
  });
  return true;
}
