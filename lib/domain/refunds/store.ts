import { and, eq, inArray, notInArray, type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { dueAfterAnswer, dueQueue, isDueAsRead } from "#db/due.ts";
import { keyset, pageOf } from "#db/paging.ts";
import { refunds as t } from "#db/schema/refunds.ts";
import { selectList } from "#db/sql-text.ts";
import { createdWithin } from "#db/time-filters.ts";
import type { Tx } from "#db/transact.ts";
import { leaseColumns, NO_LEASE, type RailLease } from "#lib/domain/rail-leases/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { mapPage, type Page } from "#lib/kernel/page.ts";
import type { RefundReason } from "#lib/kernel/vocabulary/refunds.ts";
import type { ListRefundsRequest } from "./read-refunds.ts";
import type { Refund } from "./types.ts";

const own = (ctx: Context) => and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode));

export async function insert(tx: Tx, refund: Refund, lease: RailLease): Promise<void> {
  await tx.insert(t).values({
    ...leaseColumns(lease),
    accountId: refund.accountId,
    id: refund.id,
    mode: refund.mode,
    paymentId: refund.paymentId,
    status: refund.status,
    railCheckAt: refund.railCheckAt,
    amount: refund.amountMinor,
    currency: refund.currency,
    reason: refund.reason,
    metadata: refund.metadata,
    requestId: refund.requestId,
    refundedBy: refund.refundedBy,
    createdAt: refund.createdAt,
  });
}

/** Moves a refund and ends its lease. Returns false, and writes nothing, if its status changed after it was read. Locks
 *  its row until the transaction ends. */
export async function move(tx: Tx, ctx: Context, from: Refund, to: Refund): Promise<boolean> {
  const moved = await tx
    .update(t)
    .set({
      status: to.status,
      railReference: to.railReference,
      railCheckAt: dueAfterAnswer(t.railCheckAt, from.railCheckAt, to.railCheckAt),
      failureReason: to.failureReason,
      ...NO_LEASE,
      updatedAt: businessNow(ctx),
    })
    .where(and(eq(t.accountId, from.accountId), eq(t.id, from.id), eq(t.status, from.status)))
    .returning({ id: t.id });
  return moved.length === 1;
}

/** Returns a refund of the account and mode, or null. Takes no lock. */
export async function find(ctx: Context, id: string): Promise<Refund | null> {
  const [row] = await db()
    .select()
    .from(t)
    .where(and(own(ctx), eq(t.id, id as Id<"re">)));
  return row ? toRefund(row) : null;
}

/** Returns the existing refunds among `ids`, in no order. Takes no lock. */
export async function findMany(ctx: Context, ids: readonly string[]): Promise<Refund[]> {
  const rows = await db()
    .select()
    .from(t)
    .where(and(own(ctx), inArray(t.id, ids as Id<"re">[])));
  return rows.map(toRefund);
}

/** Returns one page, newest first. Takes no lock. */
export async function list(ctx: Context, request: ListRefundsRequest): Promise<Page<Refund>> {
  const k = keyset(t.id, request);
  const rows = await db()
    .select()
    .from(t)
    .where(and(matching(ctx, request), k.where))
    .orderBy(k.orderBy)
    .limit(k.limit);
  return mapPage(pageOf(rows, request), toRefund);
}

function matching(ctx: Context, f: ListRefundsRequest): SQL | undefined {
  return and(
    own(ctx),
    f.payment === undefined ? undefined : eq(t.paymentId, f.payment as Id<"pay">),
    f.status && eq(t.status, f.status),
    createdWithin(t.createdAt, f.created),
  );
}

/** Sums of a member's refunds of each of these payments, by id, without failed and canceled refunds. Payments without
 *  refunds of the member are left out. */
export async function refundedBy(
  tx: Tx | null,
  ctx: Context,
  paymentIds: readonly string[],
  member: string,
): Promise<Map<string, bigint>> {
  const rows = await (tx ?? db())
    .select({ payment: t.paymentId, total: sql<string>`sum(${t.amount})` })
    .from(t)
    .where(
      and(
        own(ctx),
        inArray(t.paymentId, paymentIds as Id<"pay">[]),
        eq(t.refundedBy, member),
        notInArray(t.status, ["failed", "canceled"]),
      ),
    )
    .groupBy(t.paymentId);
  return new Map(rows.map(({ payment, total }) => [payment, BigInt(total)]));
}

/** Refunds whose rail must be asked now, by their account's clock. */
export const dueRows = dueQueue("refunds", selectList(t, "p"), toRefund);

/** Sets when the rail is asked next. Does nothing if the refund has moved or was made due since it was read, which was
 *  before the rail was asked. */
export async function postpone(refund: Refund, checkAt: Date): Promise<void> {
  const { accountId, id, status, railCheckAt } = refund;
  await db()
    .update(t)
    .set({ railCheckAt: checkAt })
    .where(
      and(
        eq(t.accountId, accountId),
        eq(t.id, id),
        eq(t.status, status),
        isDueAsRead(t.railCheckAt, railCheckAt),
      ),
    );
}

function toRefund(row: typeof t.$inferSelect): Refund {
  return {
    id: row.id,
    accountId: row.accountId,
    mode: row.mode,
    paymentId: row.paymentId,
    status: row.status,
    amountMinor: row.amount,
    currency: row.currency,
    reason: row.reason as RefundReason | null,
    failureReason: row.failureReason,
    settlementId: row.settlementId,
    metadata: row.metadata,
    requestId: row.requestId,
    refundedBy: row.refundedBy,
    railReference: row.railReference,
    railCheckAt: row.railCheckAt,
    createdAt: row.createdAt,
  };
}
