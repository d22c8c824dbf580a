import { and, asc, eq, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { payoutBalances as t } from "#db/schema/payouts.ts";
import type { Tx } from "#db/transact.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Funds } from "./types.ts";

const own = (ctx: Context) => and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode));

/** Adds to the payout balance of a currency. Locks its row until the transaction ends. */
export async function add(tx: Tx, ctx: Context, { amountMinor, currency }: Funds): Promise<void> {
  const { accountId, mode } = ctx;
  await tx
    .insert(t)
    .values({ accountId, mode, currency, amount: amountMinor })
    .onConflictDoUpdate({
      target: [t.accountId, t.mode, t.currency],
      set: { amount: sql`${t.amount} + ${amountMinor}`, updatedAt: now() },
    });
}

/** Deducts from the payout balance of a currency. Returns false and changes nothing if it is too small. Locks its row
 *  until the transaction ends, so that concurrent payouts see the remaining balance. */
export async function take(
  tx: Tx,
  ctx: Context,
  { amountMinor, currency }: Funds,
): Promise<boolean> {
  const taken = await tx
    .update(t)
    .set({ amount: sql`${t.amount} - ${amountMinor}`, updatedAt: now() })
    .where(and(own(ctx), eq(t.currency, currency), sql`${t.amount} >= ${amountMinor}`))
    .returning({ currency: t.currency });
  return taken.length === 1;
}

/** The balance per currency that ever had one. Takes no lock. */
export async function list(ctx: Context, tx?: Tx): Promise<Funds[]> {
  return await (tx ?? db())
    .select({ amountMinor: t.amount, currency: t.currency })
    .from(t)
    .where(own(ctx))
    .orderBy(asc(t.currency));
}
