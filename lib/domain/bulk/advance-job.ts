import { transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { changeTagsIn } from "#lib/domain/annotations/index.ts";
import { canonicalHash, type Renderer, scopedKey } from "#lib/domain/idempotency/index.ts";
import { announceLive } from "#lib/domain/live/index.ts";
import {
  listMemberships,
  mayDo,
  type RefundLimit,
  refundLimitOf,
} from "#lib/domain/members/index.ts";
import { createRefund, type Refund } from "#lib/domain/refunds/index.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs, MINUTE_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { defineDueWork } from "#lib/kernel/due-work.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { log } from "#lib/kernel/log.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { PERMISSIONS } from "./start-job.ts";
import * as store from "./store.ts";
import type { BulkItem, BulkJob, BulkResult } from "./types.ts";

/** How long a worker may take for the objects of one turn. */
const LEASE_MS = MINUTE_MS;
/** Objects of a job handled in one turn, before another account gets one. */
const PER_TURN = 40;
/** Objects of a turn handled at a time. */
const AT_ONCE = 5;

/** Does what bulk jobs are to do, at most `PER_TURN` objects in a turn. */
export const dueBulkJobs = defineDueWork({
  name: "bulk jobs",
  queue: store.dueRows,
  leaseMs: () => LEASE_MS,
  finish: advance,
  failure: "a bulk job was interrupted and will continue",
});

/** The job's member as actor, so that the audit log names them. */
async function contextOf(job: BulkJob): Promise<Context> {
  const ctx = await systemContext(job, "bulk");
  return { ...ctx, actor: { type: "member", userId: job.createdBy, name: job.createdByName } };
}

async function advance(job: BulkJob): Promise<void> {
  const ctx = await contextOf(job);
  // Objects that had begun are finished also when the job was stopped: a refund may be under way.
  const states = job.status === "running" ? (["begun", "waiting"] as const) : (["begun"] as const);
  const open = await store.openItems(job, states, PER_TURN);
  let handled = 0;
  for (let at = 0; at < open.length; at += AT_ONCE) {
    // Renewed before each group, so the lease covers a rail that answers slowly.
    if (!(await store.keep(job, dateFromMs(businessNowMs(ctx) + LEASE_MS)))) return;
    const standing = await standingOf(job);
    const group = open.slice(at, at + AT_ONCE);
    const done = await Promise.all(group.map((item) => handle(ctx, job, item, standing)));
    handled += done.filter(Boolean).length;
  }
  if (handled > 0 && job.action === "tag") announceLive(job.accountId, "annotation");
  // Some failed for another reason than a refusal: they are tried again when the lease ends.
  if (handled < open.length) return;
  if (open.length === PER_TURN) await store.keep(job, businessNow(ctx));
  else await store.finish(job, businessNow(ctx));
}

/** What the member may do now: roles and limits change while a job runs. */
type Standing = { refusal: string | null; limit: RefundLimit | null };

async function standingOf(job: BulkJob): Promise<Standing> {
  const { accountId, createdBy, createdByName, action } = job;
  const own = (await listMemberships(createdBy)).find((one) => one.accountId === accountId);
  if (!own || !mayDo(own.role, PERMISSIONS[action])) {
    return { refusal: `${createdByName} may not do this any more.`, limit: null };
  }
  return { refusal: null, limit: refundLimitOf(own.refundLimits, own.role) };
}

/** Returns whether the object has its result, or was left because the job was stopped. */
async function handle(
  ctx: Context,
  job: BulkJob,
  item: BulkItem,
  standing: Standing,
): Promise<boolean> {
  try {
    if (job.action === "tag") await tagOne(ctx, job, item.objectId, standing.refusal);
    else await refundOne(ctx, job, item, standing);
    return true;
  } catch (error) {
    log.warn("an object of a bulk job was not finished and is tried again", {
      ...{ error, object: item.objectId, job: job.id },
    });
    return false;
  }
}

/** The change and the result commit together, so a killed worker neither loses nor repeats one. */
async function tagOne(ctx: Context, job: BulkJob, id: Id, refusal: string | null): Promise<void> {
  const { params } = job;
  if ("reason" in params) throw new Error(`${job.id} has no tag`);
  await transact(async (tx) => {
    if (!(await store.lockWaiting(tx, job, id))) return;
    if (refusal !== null) {
      await store.record(tx, job, id, { state: "refused", refusal });
      return;
    }
    try {
      const { changed } = await tx.transaction((inner) => changeTagsIn(inner, ctx, id, params));
      const result = changed ? ({ state: "done", resultId: null } as const) : UNCHANGED;
      await store.record(tx, job, id, result);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      await store.record(tx, job, id, { state: "refused", refusal: plainOf(error) });
    }
  });
}

const UNCHANGED = { state: "unchanged" } as const;
const plainOf = (error: ApiError) => error.details?.plain ?? error.message;

/**
 * Marks the payment as begun, refunds it under a key that is the job's and the payment's, and records the answer. A
 * worker that is killed anywhere in between leaves it begun: the next one asks with the same key and gets the same
 * refund. The amount is the whole that remained, so that even without the key a second refund exceeds what remains.
 */
async function refundOne(
  ctx: Context,
  job: BulkJob,
  { objectId, amountMinor, state }: BulkItem,
  { refusal, limit }: Standing,
): Promise<void> {
  const { params } = job;
  if (!("reason" in params)) throw new Error(`${job.id} has no reason`);
  if (state === "waiting") {
    const isBegun = await transact(async (tx) => {
      if (!(await store.lockWaiting(tx, job, objectId))) return false;
      if (refusal === null) await store.begin(tx, job, objectId);
      else await store.record(tx, job, objectId, { state: "refused", refusal });
      return refusal === null;
    });
    if (!isBegun) return;
  }
  const refund = {
    ...{ payment: objectId, amountMinor, reason: params.reason, metadata: undefined },
    limit,
  };
  const request = {
    key: scopedKey("dashboard", `${job.id} ${objectId}`),
    requestHash: canonicalHash("POST", `/bulk/${job.id}`, {
      ...{ payment: objectId, amount: String(amountMinor), reason: params.reason },
    }),
  };
  const { body } = await createRefund(ctx, refund, request, RENDER);
  await store.record(null, job, objectId, JSON.parse(body) as BulkResult);
}

const stored = (status: number, result: BulkResult) => ({
  ...{ status, body: JSON.stringify(result), version: NEWEST_VERSION },
});

const RENDER: Renderer<Refund> = {
  result: ({ id, status }) =>
    status === "failed"
      ? stored(201, { state: "refused", refusal: "The acquirer refused the refund." })
      : stored(201, { state: "done", resultId: id }),
  refusal: (error) => stored(error.status, { state: "refused", refusal: plainOf(error) }),
};
