import { and, desc, eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { fundingCredits as t } from "#db/schema/payouts.ts";
import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Credit } from "./types.ts";

/** Whether a rail's credit is booked for any account. Takes no lock. */
export async function isBooked(mode: Mode, railReference: string): Promise<boolean> {
  const found = await db()
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.mode, mode), eq(t.railReference, railReference)));
  return found.length === 1;
}

/** Inserts a credit. Returns false if the rail's credit is booked already for any account. Waits for a concurrent insert
 *  of the same credit. */
export async function insert(tx: Tx, ctx: Context, credit: Credit): Promise<boolean> {
  const { accountId, mode } = ctx;
  const { amountMinor: amount, ...row } = credit;
  const inserted = await tx
    .insert(t)
    .values({ accountId, mode, amount, ...row })
    .onConflictDoNothing({ target: [t.mode, t.railReference] })
    .returning({ id: t.id });
  return inserted.length === 1;
}

/** The last `limit` credits of the account and mode, newest first. Takes no lock. */
export async function listLast(ctx: Context, limit: number): Promise<Credit[]> {
  const rows = await db()
    .select()
    .from(t)
    .where(and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode)))
    .orderBy(desc(t.id))
    .limit(limit);
  return rows.map(({ accountId, mode, amount, ...row }) => ({ ...row, amountMinor: amount }));
}
