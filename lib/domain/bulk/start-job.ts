import { type Tx, transact } from "#db/transact.ts";
import { checkedTag, type TagChange } from "#lib/domain/annotations/index.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import {
  type Answer,
  type IdempotentRequest,
  oncePrepared,
  type Renderer,
} from "#lib/domain/idempotency/index.ts";
import type { Permission, RefundLimit } from "#lib/domain/members/index.ts";
import { refundableMinor, whyNotRefunded } from "#lib/domain/payments/index.ts";
import { refundLimitsLeft, whyAboveLimit } from "#lib/domain/refunds/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import type { AnnotatedKind } from "#lib/kernel/vocabulary/annotations.ts";
import { type BulkAction, MOST_BULK } from "#lib/kernel/vocabulary/bulk.ts";
import type { RefundReason } from "#lib/kernel/vocabulary/refunds.ts";
import * as store from "./store.ts";
import type { BulkItem, BulkJob, BulkParams } from "./types.ts";

/** The permission of each action; it is checked again for each object. */
export const PERMISSIONS: Readonly<Record<BulkAction, Permission>> = {
  tag: "annotate",
  refund: "refund",
};

type NewItem = Pick<BulkItem, "objectId" | "amountMinor" | "currency" | "refusal">;
type NewJob = Pick<BulkJob, "action" | "kind" | "params"> & { undoOf?: Id<"bjb"> };

/** Payments of a selection that can be refunded, and why others cannot. */
export type RefundPreview = {
  refundable: { currency: string; count: number; amountMinor: bigint }[];
  refused: { reason: string; count: number }[];
};

const READ_AT_ONCE = 1_000;

/** The whole remaining amount of each payment, as it is now: what is counted before is what is refunded at most. Payments
 *  with more left than the member may refund are refused. */
async function refundItems(
  ctx: Context,
  ids: readonly string[],
  limit: RefundLimit | null,
): Promise<NewItem[]> {
  const facts = [];
  const left = [];
  for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
    const some = await store.refundFacts(ctx, ids.slice(from, from + READ_AT_ONCE));
    facts.push(...some);
    left.push(...(await refundLimitsLeft(null, ctx, limit, some)));
  }
  const known = new Map<string, (typeof facts)[number]>(facts.map((one) => [one.id, one]));
  const limits = new Map(left);
  return distinct(ids).map((id): NewItem => {
    const objectId = id as Id;
    const payment = known.get(id);
    if (!payment) {
      const refusal = missing("payment", id).message;
      return { objectId, amountMinor: null, currency: null, refusal };
    }
    const { currency } = payment;
    const amountMinor = refundableMinor(payment);
    const refused = whyNotRefunded(payment) ?? whyAboveLimit(limits.get(id) ?? null, amountMinor);
    if (!refused) return { objectId, amountMinor, currency, refusal: null };
    const refusal = refused.details?.plain ?? refused.message;
    return { objectId, amountMinor: null, currency, refusal };
  });
}

const distinct = (ids: readonly string[]) => [...new Set(ids)];

/** Counts what `startRefunds` would refund now. Takes no lock. */
export async function previewRefunds(
  ctx: Context,
  ids: readonly string[],
  limit: RefundLimit | null,
): Promise<RefundPreview> {
  const refundable = new Map<string, { currency: string; count: number; amountMinor: bigint }>();
  const refused = new Map<string, number>();
  for (const { amountMinor, currency, refusal } of await refundItems(ctx, ids, limit)) {
    if (refusal !== null) refused.set(refusal, (refused.get(refusal) ?? 0) + 1);
    else if (currency !== null) {
      const sum = refundable.get(currency) ?? { currency, count: 0, amountMinor: 0n };
      refundable.set(currency, {
        ...{ currency, count: sum.count + 1 },
        amountMinor: sum.amountMinor + (amountMinor ?? 0n),
      });
    }
  }
  return {
    refundable: [...refundable.values()].sort((a, b) => a.currency.localeCompare(b.currency)),
    refused: [...refused].map(([reason, count]) => ({ reason, count })),
  };
}

type BulkRefund = {
  ids: readonly string[];
  reason: RefundReason | null;
  /** The limit of the member who refunds; null without one. */
  limit: RefundLimit | null;
};

/**
 * Starts a job that refunds the whole remaining amount of each payment, once per press (`request`). The amounts are fixed
 * here. Payments that cannot be refunded now are refused at once; the others are decided about again when their turn
 * comes. Refuses with `state_invalid` if none can be refunded, stored under the key.
 */
export async function startRefunds(
  ctx: Context,
  { ids, reason, limit }: BulkRefund,
  request: IdempotentRequest,
  render: Renderer<BulkJob>,
): Promise<Answer> {
  checkNumber(ids);
  const prepare = () => refundItems(ctx, ids, limit);
  const work = async (tx: Tx, items: NewItem[]) => {
    if (items.every(({ refusal }) => refusal !== null)) {
      throw new ApiError("state_invalid", "None of these payments can be refunded now.");
    }
    return await startIn(tx, ctx, { action: "refund", kind: "payment", params: { reason } }, items);
  };
  return await oncePrepared(ctx, request, { prepare, work }, render);
}

/** Starts a job that adds or removes a tag of each object, once per press. Throws `parameter_invalid`. */
export async function startTagging(
  ctx: Context,
  { ids, kind, change }: { ids: readonly string[]; kind: AnnotatedKind; change: TagChange },
  request: IdempotentRequest,
  render: Renderer<BulkJob>,
): Promise<Answer> {
  checkNumber(ids);
  const params = "add" in change ? { add: checkedTag(change.add) } : change;
  const prepare = async () => tagItems(ids);
  const work = (tx: Tx, items: NewItem[]) =>
    startIn(tx, ctx, { action: "tag", kind, params }, items);
  return await oncePrepared(ctx, request, { prepare, work }, render);
}

const tagItems = (ids: readonly string[]) =>
  distinct(ids).map(
    (id): NewItem => ({ objectId: id as Id, amountMinor: null, currency: null, refusal: null }),
  );

function checkNumber(ids: readonly string[]): void {
  if (ids.length >= 1 && ids.length <= MOST_BULK) return;
  throw invalid("ids", `Choose 1 to ${MOST_BULK.toLocaleString("en")} rows.`);
}

/** Takes back the tags that a finished job changed; objects that had the tag before keep it. Returns the job that does it,
 *  also if it was started before. Throws `resource_missing`, and `state_invalid` for refunds and unfinished jobs. */
export async function undoJob(ctx: Context, id: string): Promise<Id<"bjb">> {
  const job = await store.findJob(ctx, id);
  if (!job) throw missing("bulk job", id);
  const params = inverseOf(job.params);
  if (!params) throw new ApiError("state_invalid", "Refunds cannot be undone.");
  if (job.dueAt !== null) throw new ApiError("state_invalid", "Stop the job before you undo it.");
  const items = tagItems(await store.changedItems(job));
  if (items.length === 0) throw new ApiError("state_invalid", "This job changed nothing.");
  const undo = { action: job.action, kind: job.kind, params, undoOf: job.id };
  const started = await transact(async (tx) => {
    const made = await insertIn(tx, ctx, undo, items);
    return made?.id ?? null;
  });
  return started ?? (await store.findUndo(job))!;
}

function inverseOf(params: BulkParams): BulkParams | null {
  if ("add" in params) return { remove: params.add };
  return "remove" in params ? { add: params.remove } : null;
}

async function startIn(tx: Tx, ctx: Context, job: NewJob, items: readonly NewItem[]) {
  const made = await insertIn(tx, ctx, job, items);
  if (!made) throw new Error("a new job has an id of its own");
  return made;
}

/** Null if `undoOf` was undone before. */
async function insertIn(
  tx: Tx,
  ctx: Context,
  {
    undoOf = null as Id<"bjb"> | null,
    ...given
  }: Omit<NewJob, "undoOf"> & { undoOf?: Id<"bjb"> | null },
  items: readonly NewItem[],
): Promise<BulkJob | null> {
  const { accountId, mode, actor } = ctx;
  if (actor.type !== "member") throw new Error("only members start bulk jobs");
  const job: BulkJob = {
    ...{ accountId, mode, id: newId("bjb"), ...given, undoOf, status: "running" },
    ...{ createdBy: actor.userId, createdByName: actor.name },
    ...{ createdAt: businessNow(ctx), finishedAt: null, dueAt: businessNow(ctx) },
  };
  if (!(await store.insertJob(tx, job, items))) return null;
  await recordChangeIn(tx, ctx, {
    action: "bulk_job.started",
    subject: { id: job.id },
    after: { does: job.action, kind: job.kind, objects: items.length, ...job.params },
  });
  return job;
}
