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
import type { PaymentFilter } from "#lib/domain/payments/index.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs, MINUTE_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { defineDueWork } from "#lib/kernel/due-work.ts";
import { ApiError, missing } from "#lib/kernel/errors.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { judge } from "./preview-retries.ts";
import { RetryRefusedError } from "./refusal.ts";
import { beginRetryIn, chargeRetry } from "./retry-payment.ts";
import * as store from "./store.ts";
import type { RetryItem, RetryJob, RetryTotal } from "./types.ts";

/** How long a worker may take for the payments of one turn. */
const LEASE_MS = MINUTE_MS;
/** Payments of a job retried in one turn, before another account gets one. */
const PER_TURN = 20;
/** Retries of a turn that are at the rail at a time. */
const AT_ONCE = 5;

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

/** Retries the payments of jobs, at most `PER_TURN` in a turn. */
export const dueRetryJobs = defineDueWork({
  name: "retry jobs",
  queue: store.dueRows,
  leaseMs: () => LEASE_MS,
  finish: async (job) => await advance(await systemContext(job, "retries"), job),
  failure: "a job of retries was interrupted and will continue",
});

async function advance(ctx: Context, job: RetryJob): Promise<void> {
  const waiting = await store.waitingItems(job, PER_TURN);
  let handled = 0;
  for (let at = 0; at < waiting.length; at += AT_ONCE) {
    // Renewed before each group, so the lease covers a rail that answers slowly.
    if (!(await store.keep(job, dateFromMs(businessNowMs(ctx) + LEASE_MS)))) return;
    const done = await Promise.all(
      waiting.slice(at, at + AT_ONCE).map((id) => retryItem(ctx, job, id)),
    );
    handled += done.filter(Boolean).length;
  }
  // Some failed for another reason than a refusal: they are tried again when the lease ends.
  if (handled < waiting.length) return;
  if (waiting.length === PER_TURN) {
    await store.keep(job, businessNow(ctx));
    return;
  }
  const finishedAt = businessNow(ctx);
  await transact((tx) => store.end(tx, job, { status: "completed", finishedAt }));
}

/** The retry and the result of its row commit together, so a killed worker neither loses nor repeats one. Returns whether
 *  the payment has its result. */
async function retryItem(ctx: Context, job: RetryJob, id: Id<"pay">): Promise<boolean> {
  let isBegun = false;
  try {
    const retry = await transact(async (tx) => {
      if (!(await store.lockWaiting(tx, job, id))) return null;
      try {
        const begun = await tx.transaction((inner) => beginRetryIn(inner, ctx, id));
        await store.recordItem(tx, job, id, { retryId: begun.id });
        return begun;
      } catch (error) {
        if (!(error instanceof RetryRefusedError)) throw error;
        await store.recordItem(tx, job, id, { refusal: error.refusal });
        return null;
      }
    });
    isBegun = true;
    if (retry) await chargeRetry(ctx, retry);
  } catch (error) {
    log.warn("a retry was not charged; due work continues it", { error, object: id, job: job.id });
  }
  return isBegun;
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
  const job = await requireJob(ctx, id);
  await transact(async (tx) => {
    const to = { status: "stopped", finishedAt: businessNow(ctx) } as const;
    if (!(await store.end(tx, job, to))) {
      throw new ApiError("state_invalid", "This job is over.");
    }
    await recordChangeIn(tx, ctx, { action: "retry_job.stopped", subject: { id: job.id } });
  });
  return await requireJob(ctx, id);
}
