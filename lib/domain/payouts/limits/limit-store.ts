import { and, asc, eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { dueQueue } from "#db/due.ts";
import { accounts } from "#db/schema/accounts.ts";
import { payoutLimitChanges as c, payoutLimits as l } from "#db/schema/payout-approvals.ts";
import { selectList } from "#db/sql-text.ts";
import type { Tx } from "#db/transact.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { LimitChangeState } from "#lib/kernel/vocabulary/payouts.ts";
import type { LimitChange, Limits, PayoutLimit } from "../types.ts";

const own = (ctx: Context) => and(eq(l.accountId, ctx.accountId), eq(l.mode, ctx.mode));
const ownChange = (ctx: Context) => and(eq(c.accountId, ctx.accountId), eq(c.mode, ctx.mode));
const LIMIT = { currency: l.currency, perPayoutMinor: l.perPayout, perDayMinor: l.perDay };

/** Undecided changes that have expired, by their account's clock. */
export const dueRows = dueQueue(
  "payout_limit_changes",
  selectList(c, "p"),
  toLimitChange,
  "due_at",
);

function toLimitChange(row: typeof c.$inferSelect): LimitChange {
  const { perPayout, perDay, decidedAt: _, dueAt: __, ...change } = row;
  const isOff = perPayout === null || perDay === null;
  return { ...change, to: isOff ? null : { perPayoutMinor: perPayout, perDayMinor: perDay } };
}

/** Serialises changes of an account's limits: locks the account until the transaction ends. */
export async function lockLimits(tx: Tx, { accountId }: Context): Promise<void> {
  await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for("no key update");
}

/** The limits of a currency; null: no limits. Takes no lock. */
export async function findLimit(
  tx: Tx,
  ctx: Context,
  currency: string,
): Promise<PayoutLimit | null> {
  const [limit] = await tx
    .select(LIMIT)
    .from(l)
    .where(and(own(ctx), eq(l.currency, currency)));
  return limit ?? null;
}

/** All limits of the mode. Takes no lock. */
export async function listLimits(ctx: Context): Promise<PayoutLimit[]> {
  return await db().select(LIMIT).from(l).where(own(ctx)).orderBy(asc(l.currency));
}

/** Sets the limits of a currency; null removes them. */
export async function putLimit(
  tx: Tx,
  ctx: Context,
  currency: string,
  to: Limits | null,
): Promise<void> {
  if (!to) {
    await tx.delete(l).where(and(own(ctx), eq(l.currency, currency)));
    return;
  }
  const { accountId, mode } = ctx;
  const limits = { perPayout: to.perPayoutMinor, perDay: to.perDayMinor };
  const set = { ...limits, updatedAt: businessNow(ctx) };
  await tx
    .insert(l)
    .values({ accountId, mode, currency, ...set })
    .onConflictDoUpdate({ target: [l.accountId, l.mode, l.currency], set });
}

export async function insertChange(tx: Tx, { to, ...change }: LimitChange): Promise<void> {
  const limits = { perPayout: to?.perPayoutMinor ?? null, perDay: to?.perDayMinor ?? null };
  await tx.insert(c).values({ ...change, ...limits, dueAt: change.expiresAt });
}

/** A change, locked until the transaction ends, or null. */
export async function lockChange(tx: Tx, ctx: Context, id: string): Promise<LimitChange | null> {
  const [row] = await tx
    .select()
    .from(c)
    .where(and(ownChange(ctx), eq(c.id, id as LimitChange["id"])))
    .for("update");
  return row ? toLimitChange(row) : null;
}

/** The pending change of a currency, or null. Takes no lock. */
export async function findPending(tx: Tx, ctx: Context, currency: string) {
  const [row] = await tx
    .select()
    .from(c)
    .where(and(ownChange(ctx), eq(c.currency, currency), eq(c.state, "pending")));
  return row ? toLimitChange(row) : null;
}

/** All pending changes. Takes no lock. */
export async function listPending(ctx: Context): Promise<LimitChange[]> {
  const rows = await db()
    .select()
    .from(c)
    .where(and(ownChange(ctx), eq(c.state, "pending")))
    .orderBy(asc(c.currency));
  return rows.map(toLimitChange);
}

/** Records the decision on a pending change; false if it is decided already. */
export async function settleChange(
  tx: Tx,
  ctx: Context,
  id: LimitChange["id"],
  outcome: { state: LimitChangeState; decidedBy: string | null },
): Promise<boolean> {
  const settled = await tx
    .update(c)
    .set({ ...outcome, decidedAt: businessNow(ctx), dueAt: null })
    .where(and(ownChange(ctx), eq(c.id, id), eq(c.state, "pending")))
    .returning({ id: c.id });
  return settled.length === 1;
}
