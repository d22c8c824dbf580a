import { and, eq } from "drizzle-orm";
import { payments as t } from "#db/schema/payments.ts";
import type { Tx } from "#db/transact.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { toPayment } from "./row-store.ts";
import type { Payment } from "./types.ts";

/** Locks a payment of the account and mode until the transaction ends; null when there is none. */
export async function lock(tx: Tx, ctx: Context, id: string): Promise<Payment | null> {
  const [row] = await tx
    .select()
    .from(t)
    .where(and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode), eq(t.id, id as Id<"pay">)))
    .for("no key update");
  return row ? toPayment(row) : null;
}

/** Adds to what was refunded of a locked payment. Throws when it is not as it was read: a bug. */
export async function addRefunded(
  tx: Tx,
  ctx: Context,
  payment: Payment,
  amountMinor: bigint,
): Promise<void> {
  const changed = await tx
    .update(t)
    .set({ amountRefunded: payment.amountRefundedMinor + amountMinor, updatedAt: businessNow(ctx) })
    .where(
      and(
        eq(t.accountId, payment.accountId),
        eq(t.id, payment.id),
        eq(t.amountRefunded, payment.amountRefundedMinor),
      ),
    )
    .returning({ id: t.id });
  if (changed.length !== 1) throw new Error(`${payment.id} changed while it was locked`);
}

export async function markDisputed(tx: Tx, ctx: Context, payment: Payment): Promise<void> {
  await tx
    .update(t)
    .set({ disputed: true, updatedAt: businessNow(ctx) })
    .where(and(eq(t.accountId, payment.accountId), eq(t.id, payment.id)));
}
