import { transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import type { RowStore } from "./store.ts";
import type { JobKey } from "./types.ts";

/** Stops a job: rows that were not begun stay as they are. Throws `state_invalid` if it is over. Locks the job, after the
 *  rows that are beginning. */
export async function stopJob(
  ctx: Context,
  store: RowStore,
  job: JobKey,
  action: "bulk_job.stopped" | "retry_job.stopped",
): Promise<void> {
  await transact(async (tx) => {
    if (!(await store.stop(tx, job, businessNow(ctx)))) {
      throw new ApiError("state_invalid", "This job is over.");
    }
    await recordChangeIn(tx, ctx, { action, subject: { id: job.id } });
  });
}
