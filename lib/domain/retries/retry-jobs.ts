import { transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import {
  type Answer,
  type IdempotentRequest,
  oncePrepared,
  type Renderer,
} from "#lib/domain/idempotency/index.ts";
import { actorName } from "#lib/domain/keys/index.ts";
import { listMemberships, mayDo } from "#lib/domain/members/index.ts";
import type { PaymentFilter } from "#lib/domain/payments/index.ts";
import { rowJobs, stopJob } from "#lib/domain/row-jobs/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, missing } from "#lib/kernel/errors.ts";
import { type Id, isId, newId } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { judge } from "./preview-retries.ts";
import { RetryRefusedError } from "./refusal.ts";
import { beginRetryIn, chargeRetry } from "./retry-payment.ts";
import * as store from "./store.ts";
import type { RetryItem, RetryJob, RetryTotal } from "./types.ts";

/**
 * Starts a job that retries what `previewRetries` counts for the filter now, once per press (`request`). The payments are
 * fixed here; each is decided about again when its turn comes. Refuses with `state_invalid` if there are none, stored
 * under the key.
 */
export async function startRetryJob(
  ctx: Context,
  filter: PaymentFilter,
  request: IdempotentRequest,
  render: Renderer<RetryJob>,
): Promise<Answer> {
  const prepare = async () => {
    const { judged } = await judge(ctx, filter);
    return judged.filter(({ verdict }) => verdict.may).map(({ facts }) => facts);
  };
  return await oncePrepared(
    ctx,
    request,
    {
      prepare,
      work: async (tx, chosen) => {
        if (chosen.length === 0) {
          throw new ApiError("state_invalid", "None of these payments can be retried now.");
        }
        const job: RetryJob = {
          accountId: ctx.accountId,
          id: newId("rtj"),
          mode: ctx.mode,
          status: "running",
          createdBy: actorName(ctx),
          createdAt: businessNow(ctx),
          finishedAt: null,
          dueAt: businessNow(ctx),
        };
        await store.insertJob(tx, job, chosen);
        await recordChangeIn(tx, ctx, {
          action: "retry_job.started",
          subject: { id: job.id },
          after: { payments: chosen.length },
        });
        return job;
      },
    },
    render,
  );
}

/** Retries the payments of jobs, as long as the members who started them may. */
export const dueRetryJobs = rowJobs<RetryJob, boolean>({
  name: "retry jobs",
  queue: store.dueRows,
  store: store.rows,
  perTurn: 20,
  contextOf: (job) => systemContext(job, "retries"),
  standingOf: mayGoOn,
  async handle(ctx, job, { objectId }, isPermitted) {
    if (isPermitted) return await retryOne(ctx, job, objectId as Id<"pay">);
    await transact((tx) => store.rows.stop(tx, job, businessNow(ctx)));
  },
  // The transaction that begins a retry gives its row the result, so a row without one has begun none.
  giveUpIn: async () => ({ state: "failed" }),
});

/** Whether the member who started a job still may: without, it is stopped, and charges nobody more. */
async function mayGoOn({ accountId, createdBy }: RetryJob): Promise<boolean> {
  if (!isId("usr", createdBy)) return true;
  const own = (await listMemberships(createdBy)).find((one) => one.accountId === accountId);
  return own !== undefined && mayDo(own.role, "manage_payments");
}

/** The retry and the result of its row commit together, so a killed worker neither loses nor repeats one. */
async function retryOne(ctx: Context, job: RetryJob, id: Id<"pay">): Promise<void> {
  const { rows } = store;
  const retry = await transact(async (tx) => {
    if (!(await rows.lockWaiting(tx, job, id))) return null;
    try {
      const begun = await tx.transaction((inner) => beginRetryIn(inner, ctx, id));
      await rows.record(tx, job, id, { state: "done", resultId: begun.id });
      return begun;
    } catch (error) {
      if (!(error instanceof RetryRefusedError)) throw error;
      await rows.record(tx, job, id, { state: "refused", refusal: error.refusal });
      return null;
    }
  });
  if (!retry) return;
  try {
    await chargeRetry(ctx, retry);
  } catch (error) {
    log.warn("a retry was not charged; due work continues it", { error, object: id, job: job.id });
  }
}

async function requireJob(ctx: Context, id: string): Promise<RetryJob> {
  const job = await store.findJob(ctx, id);
  if (!job) throw missing("retry job", id);
  return job;
}

/** A job with its results so far. Throws `resource_missing`. Takes no lock. */
export async function retryJobDetail(
  ctx: Context,
  id: string,
): Promise<{ job: RetryJob; totals: RetryTotal[] }> {
  const job = await requireJob(ctx, id);
  return { job, totals: await store.totalsOf(job) };
}

/** The account's newest job in this mode, or null. Takes no lock. */
export const latestJob = (ctx: Context): Promise<RetryJob | null> => store.newestJob(ctx);

/** One page of a job's payments, newest first, and their number. Throws `resource_missing`. Takes no lock. */
export async function listRetryItems(
  ctx: Context,
  id: string,
  page: KeysetPage,
): Promise<KeysetSlice<RetryItem> & { total: number }> {
  const { job, totals } = await retryJobDetail(ctx, id);
  const total = totals.reduce((sum, { count }) => sum + count, 0);
  return { ...(await store.listItems(job, page)), total };
}

/** Stops a job: payments that were not begun are not charged. Throws `resource_missing`, and `state_invalid` if it is
 *  over. Locks the job, after the payments that are beginning. */
export async function stopRetryJob(ctx: Context, id: string): Promise<RetryJob> {
  await stopJob(ctx, store.rows, await requireJob(ctx, id), "retry_job.stopped");
  return await requireJob(ctx, id);
}
