import { and, eq, type SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import { dueClaimer } from "#db/due.ts";
import { createdWithin, keyset, pageOf } from "#db/keyset.ts";
import { refunds as t } from "#db/schema/refunds.ts";
import { selectList } from "#db/select-list.ts";
import type { Tx } from "#db/transact.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { mapPage, type Page } from "#lib/kernel/page.ts";
import type { ListRefundsRequest } from "./list-refunds.ts";
import type { Refund, RefundReason } from "./types.ts";

const own = (ctx: Context) => and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode));

export async function insert(tx: Tx, refund: Refund): Promise<void> {
  await tx.insert(t).values({
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
    createdAt: refund.createdAt,
  });
}

/** Moves a refund, provided that it is still in the state we had read; false when it is not. Locks
 *  its row until the transaction ends. */
export async function move(tx: Tx, ctx: Context, from: Refund, to: Refund): Promise<boolean> {
  const moved = await tx
    .update(t)
    .set({
      status: to.status,
      railReference: to.railReference,
      railCheckAt: to.railCheckAt,
      failureReason: to.failureReason,
      updatedAt: businessNow(ctx),
    })
    .where(and(eq(t.accountId, from.accountId), eq(t.id, from.id), eq(t.status, from.status)))
    .returning({ id: t.id });
  return moved.length === 1;
}

/** One refund of the account and mode, or null. Takes no lock. */
export async function find(ctx: Context, id: string): Promise<Refund | null> {
  const [row] = await db()
    .select()
    .from(t)
    .where(and(own(ctx), eq(t.id, id as Id<"re">)));
  return row ? toRefund(row) : null;
}

/** One page, newest first. Takes no lock. */
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

/** Takes up to about `limit` refunds whose rail is to be asked now, by their account's clock, and moves
 *  their next check to `leaseMs` from now, so that no other worker asks about them meanwhile. */
export const claimDue = dueClaimer("refunds", selectList(t, "p"), toRefund);

/** Asks again later. Does nothing to a refund that has moved meanwhile. */
export async function postpone(refund: Refund, checkAt: Date): Promise<void> {
  await db()
    .update(t)
    .set({ railCheckAt: checkAt })
    .where(
      and(eq(t.accountId, refund.accountId), eq(t.id, refund.id), eq(t.status, refund.status)),
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
    railReference: row.railReference,
    railCheckAt: row.railCheckAt,
    createdAt: row.createdAt,
  };
}
