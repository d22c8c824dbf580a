import { and, eq, inArray, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { keyset, pageOf } from "#db/paging.ts";
import { payoutApprovals as a } from "#db/schema/payout-approvals.ts";
import { payoutBatches as t } from "#db/schema/payouts.ts";
import { createdWithin } from "#db/time-filters.ts";
import type { Tx } from "#db/transact.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Page } from "#lib/kernel/page.ts";
import type { PayoutStatus } from "#lib/kernel/vocabulary/payouts.ts";
import type { ListBatchesRequest } from "../list-payouts.ts";
import { type PayoutBatch, toApproval } from "../types.ts";

type Row = { batch: typeof t.$inferSelect; approval: typeof a.$inferSelect | null };

/** The columns that `toBatch` needs; join with `ITS_APPROVAL`. */
export const WITH_APPROVAL = { batch: t, approval: a };
export const ITS_APPROVAL = and(eq(a.accountId, t.accountId), eq(a.id, t.id));
const own = (ctx: Context) => and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode));

export async function insert(tx: Tx, batch: PayoutBatch): Promise<void> {
  await tx.insert(t).values(batch);
}

/** One batch of the account and mode, or null. Takes no lock. */
export async function find(
  ctx: Context,
  id: string,
  tx: Pick<Tx, "select"> = db(),
): Promise<PayoutBatch | null> {
  const [row] = await tx
    .select(WITH_APPROVAL)
    .from(t)
    .leftJoin(a, ITS_APPROVAL)
    .where(and(own(ctx), eq(t.id, id as Id<"pob">)));
  return row ? toBatch(row) : null;
}

/** The batches of `ids` that exist, by id. Takes no lock. */
export async function findAll(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, PayoutBatch>> {
  const rows = await db()
    .select(WITH_APPROVAL)
    .from(t)
    .leftJoin(a, ITS_APPROVAL)
    .where(and(own(ctx), inArray(t.id, ids as Id<"pob">[])));
  return new Map(rows.map((row) => [row.batch.id, toBatch(row)]));
}

/** One page, newest first. Takes no lock. */
export async function list(ctx: Context, request: ListBatchesRequest): Promise<Page<PayoutBatch>> {
  const k = keyset(t.id, request);
  const rows = await db()
    .select(WITH_APPROVAL)
    .from(t)
    .leftJoin(a, ITS_APPROVAL)
    .where(
      and(
        own(ctx),
        request.status && eq(t.status, request.status),
        createdWithin(t.createdAt, request.created),
        k.where,
      ),
    )
    .orderBy(k.orderBy)
    .limit(k.limit);
  return pageOf(rows.map(toBatch), request);
}

export function toBatch({ batch: { updatedAt: _, ...batch }, approval }: Row): PayoutBatch {
  return { ...batch, approval: approval && toApproval(approval) };
}

const COLUMNS = {
  settled: t.settled,
  returned: t.returned,
  failed: t.failed,
  canceled: t.canceled,
} as const;
type Counted = keyof typeof COLUMNS;
const isCounted = (status: PayoutStatus): status is Counted => status in COLUMNS;

/** Counts payouts of a batch that changed their status (`of`: their number); the last one completes the batch. Locks the
 *  batch's row until the transaction ends. */
export async function recount(
  tx: Tx,
  ctx: Context,
  batchId: Id<"pob">,
  move: { from: PayoutStatus; to: PayoutStatus; of?: number },
): Promise<void> {
  const { from, to, of = 1 } = move;
  if (!isCounted(to)) return;
  const fresh = isCounted(from) ? 0 : of;
  await tx
    .update(t)
    .set({
      [to]: sql`${COLUMNS[to]} + ${of}`,
      ...(isCounted(from) ? { [from]: sql`${COLUMNS[from]} - ${of}` } : {}),
      status: sql`case when ${t.settled} + ${t.returned} + ${t.failed} + ${t.canceled} + ${fresh} >= ${t.accepted}
        then 'completed' else ${t.status} end`,
      updatedAt: businessNow(ctx),
    })
    .where(and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode), eq(t.id, batchId)));
}
