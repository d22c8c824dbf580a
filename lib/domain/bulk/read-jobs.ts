import { stopJob } from "#lib/domain/row-jobs/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import type { RowState } from "#lib/kernel/vocabulary/row-jobs.ts";
import * as store from "./store.ts";
import type { BulkItem, BulkJob, BulkTotal } from "./types.ts";

/** Returns a job. Throws `resource_missing`. Takes no lock. */
export async function getBulkJob(ctx: Context, id: string): Promise<BulkJob> {
  const job = await store.findJob(ctx, id);
  if (!job) throw missing("bulk job", id);
  return job;
}

/** A job with its results so far, and the job that undid it. Throws `resource_missing`. Takes no lock. */
export async function bulkJobDetail(
  ctx: Context,
  id: string,
): Promise<{ job: BulkJob; totals: BulkTotal[]; undoneBy: Id<"bjb"> | null }> {
  const job = await getBulkJob(ctx, id);
  const [totals, undoneBy] = await Promise.all([store.totalsOf(job), store.findUndo(job)]);
  return { job, totals, undoneBy };
}

/** One page of a job's objects, newest first, and their number; of one state, if given. Throws `resource_missing`. Takes
 *  no lock. */
export async function listBulkItems(
  ctx: Context,
  id: string,
  state: RowState | undefined,
  page: KeysetPage,
): Promise<KeysetSlice<BulkItem> & { total: number }> {
  const { job, totals } = await bulkJobDetail(ctx, id);
  const total = totals
    .filter((one) => state === undefined || one.state === state)
    .reduce((sum, { count }) => sum + count, 0);
  return { ...(await store.listItems(job, state, page)), total };
}

/** Stops a job: objects that were not begun stay as they are. Throws `resource_missing`, and `state_invalid` if it is over.
 *  Waits for objects that are beginning. */
export async function stopBulkJob(ctx: Context, id: string): Promise<void> {
  await stopJob(ctx, store.rows, await getBulkJob(ctx, id), "bulk_job.stopped");
}
