import { and, eq, inArray } from "drizzle-orm";
import { customers } from "#db/schema/customers.ts";
import { disputes } from "#db/schema/disputes.ts";
import { payments } from "#db/schema/payments.ts";
import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { OPEN_DISPUTES } from "#lib/kernel/vocabulary/disputes.ts";

/** Disputes of a customer that are not decided yet. */
export async function openDisputes(tx: Tx, ctx: Context, customerId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: disputes.id })
    .from(disputes)
    .innerJoin(
      payments,
      and(eq(payments.accountId, disputes.accountId), eq(payments.id, disputes.paymentId)),
    )
    .where(
      and(
        eq(disputes.accountId, ctx.accountId),
        eq(disputes.mode, ctx.mode),
        eq(payments.customerId, customerId as Id<"cus">),
        inArray(disputes.status, [...OPEN_DISPUTES]),
      ),
    );
  return rows.map(({ id }) => id);
}

/** Notes that a worker is to erase a customer. */
export async function markRequested(tx: Tx, ctx: Context, customerId: string, at: Date) {
  await tx
    .update(customers)
    .set({ erasureRequestedAt: at })
    .where(
      and(
        eq(customers.accountId, ctx.accountId),
        eq(customers.mode, ctx.mode),
        eq(customers.id, customerId as Id<"cus">),
      ),
    );
}
