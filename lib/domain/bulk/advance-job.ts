import { type Tx, transact } from "#db/transact.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { changeTagsIn } from "#lib/domain/annotations/index.ts";
import {
  canonicalHash,
  claimKey,
  findEarlierCall,
  finishKeyIn,
  type IdempotentRequest,
  type Renderer,
  scopedKey,
} from "#lib/domain/idempotency/index.ts";
import { announceLive } from "#lib/domain/live/index.ts";
import {
  listMemberships,
  mayDo,
  type RefundLimit,
  refundLimitOf,
} from "#lib/domain/members/index.ts";
import { createRefund, getRefund, type Refund } from "#lib/domain/refunds/index.ts";
import { type OpenRow, type RowResult, rowJobs } from "#lib/domain/row-jobs/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { PERMISSIONS } from "./start-job.ts";
import * as store from "./store.ts";
import type { BulkJob } from "./types.ts";

const { rows } = store;

/** Does what bulk jobs are to do. */
export const dueBulkJobs = rowJobs({
  name: "bulk jobs",
  queue: store.dueRows,
  store: rows,
  perTurn: 40,
  contextOf,
  standingOf,
  async handle(ctx, job, row, standing) {
    if (job.action === "tag") await tagOne(ctx, job, row.objectId, standing.refusal);
    else await refundOne(ctx, job, row, standing);
  },
  giveUpIn: async (tx, ctx, job, row) =>
    job.action === "tag" ? FAILED : await sealRefundIn(tx, ctx, job, row),
  onHandled: (job) => {
    if (job.action === "tag") announceLive(job.accountId, "annotation");
  },
});

/** The job's member as actor, so that the audit log names them. */
async function contextOf(job: BulkJob): Promise<Context> {
  const ctx = await systemContext(job, "bulk");
  return { ...ctx, actor: { type: "member", userId: job.createdBy, name: job.createdByName } };
}

/** The member's current permission and limit: roles and limits change while a job runs. */
type Standing = { refusal: string | null; limit: RefundLimit | null };

async function standingOf(job: BulkJob): Promise<Standing> {
  const { accountId, createdBy, createdByName, action } = job;
  const own = (await listMemberships(createdBy)).find((one) => one.accountId === accountId);
  if (!own || !mayDo(own.role, PERMISSIONS[action])) {
    return { refusal: `${createdByName} may not do this any more.`, limit: null };
  }
  return { refusal: null, limit: refundLimitOf(own.refundLimits, own.role) };
}

/** The change and the result commit together, so a killed worker neither loses nor repeats one. */
async function tagOne(ctx: Context, job: BulkJob, id: Id, refusal: string | null): Promise<void> {
  const { params } = job;
  if ("reason" in params) throw new Error(`${job.id} has no tag`);
  await transact(async (tx) => {
    if (!(await rows.lockWaiting(tx, job, id))) return;
    if (refusal !== null) {
      await rows.record(tx, job, id, { state: "refused", refusal });
      return;
    }
    try {
      const { changed } = await tx.transaction((inner) => changeTagsIn(inner, ctx, id, params));
      const result = changed ? ({ state: "done", resultId: null } as const) : UNCHANGED;
      await rows.record(tx, job, id, result);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      await rows.record(tx, job, id, { state: "refused", refusal: plainOf(error) });
    }
  });
}

const UNCHANGED = { state: "unchanged" } as const;
const FAILED = { state: "failed" } as const;
const plainOf = (error: ApiError) => error.details?.plain ?? error.message;

/** A refund's key is the job's and the payment's: the row is executed once, by whichever worker. */
function requestOf(job: BulkJob, { objectId, amountMinor }: OpenRow): IdempotentRequest {
  const { params } = job;
  if (!("reason" in params)) throw new Error(`${job.id} has no reason`);
  return {
    key: scopedKey("dashboard", `${job.id} ${objectId}`),
    requestHash: canonicalHash("POST", `/bulk/${job.id}`, {
      ...{ payment: objectId, amount: String(amountMinor), reason: params.reason },
    }),
  };
}

/**
 * Marks the payment as begun, refunds it under its key, and records the answer. A worker that is killed anywhere in between
 * leaves it begun: the next one asks with the same key and gets the same refund. The amount is the whole that remained, so
 * that even without the key a second refund exceeds what remains.
 */
async function refundOne(
  ctx: Context,
  job: BulkJob,
  row: OpenRow,
  { refusal, limit }: Standing,
): Promise<void> {
  const { objectId, amountMinor, state } = row;
  const { params } = job;
  if (!("reason" in params)) throw new Error(`${job.id} has no reason`);
  if (state === "waiting") {
    const isBegun = await transact(async (tx) => {
      if (!(await rows.lockWaiting(tx, job, objectId))) return false;
      if (refusal === null) await rows.begin(tx, job, objectId);
      else await rows.record(tx, job, objectId, { state: "refused", refusal });
      return refusal === null;
    });
    if (!isBegun) return;
  }
  const refund = {
    ...{ payment: objectId, amountMinor, reason: params.reason, metadata: undefined },
    limit,
  };
  const { body } = await createRefund(ctx, refund, requestOf(job, row), RENDER);
  await rows.record(null, job, objectId, JSON.parse(body) as RowResult);
}

/**
 * The result of a refund that failed too often. Takes its key if no try has made a refund, so that none can any more; a try
 * makes the refund in the transaction that claims the key. Otherwise the refund exists, and its own due work brings it to
 * its end.
 */
async function sealRefundIn(tx: Tx, ctx: Context, job: BulkJob, row: OpenRow): Promise<RowResult> {
  const request = requestOf(job, row);
  if (await claimKey(tx, ctx, request, row.objectId)) {
    await finishKeyIn(tx, ctx, request, stored(500, FAILED));
    return FAILED;
  }
  const earlier = await findEarlierCall(ctx, request);
  if (!earlier) throw new Error(`the key of ${row.objectId} in ${job.id} expired meanwhile`);
  if ("answer" in earlier) return JSON.parse(earlier.answer.body) as RowResult;
  return resultOf(await getRefund(ctx, earlier.resourceId));
}

const stored = (status: number, result: RowResult) => ({
  ...{ status, body: JSON.stringify(result), version: NEWEST_VERSION },
});

const resultOf = ({ id, status }: Refund): RowResult =>
  status === "failed"
    ? { state: "refused", refusal: "The acquirer refused the refund." }
    : { state: "done", resultId: id };

const RENDER: Renderer<Refund> = {
  result: (refund) => stored(201, resultOf(refund)),
  refusal: (error) => stored(error.status, { state: "refused", refusal: plainOf(error) }),
};
