import { and, eq, gt, gte, inArray, isNull, ne, notExists, or, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { dueQueue } from "#db/due.ts";
import { authUsers as u } from "#db/schema/auth.ts";
import { apiKeys as k } from "#db/schema/keys.ts";
import { payoutApprovals as a } from "#db/schema/payout-approvals.ts";
import { payouts as p } from "#db/schema/payouts.ts";
import { selectList } from "#db/sql-text.ts";
import type { Tx } from "#db/transact.ts";
import { MINUTE_MS } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type Id, idLowerBound } from "#lib/kernel/ids.ts";
import type { ApprovalState } from "#lib/kernel/vocabulary/payouts.ts";
import { ITS_APPROVAL } from "../store.ts";
import type { PayoutApproval } from "../types.ts";

type Row = typeof a.$inferSelect;
const own = (ctx: Context) => and(eq(a.accountId, ctx.accountId), eq(a.mode, ctx.mode));
const ownPayout = (ctx: Context) => and(eq(p.accountId, ctx.accountId), eq(p.mode, ctx.mode));

/** Undecided approvals that have expired, by their account's clock. */
export const dueRows = dueQueue("payout_approvals", selectList(a, "p"), toApprovalRow, "due_at");

function toApprovalRow({ amount, dueAt: _, createdAt: __, ...row }: Row): PayoutApproval {
  return { ...row, amountMinor: amount };
}

export async function insert(tx: Tx, approval: PayoutApproval, createdAt: Date): Promise<void> {
  const { amountMinor: amount, expiresAt: dueAt, ...row } = approval;
  await tx.insert(a).values({ ...row, amount, expiresAt: dueAt, dueAt, createdAt });
}

/** Creator and adopter of a key (users' ids, or another key's), and whether it is the dashboard's own; null for no such key. */
export async function makerOfKey(tx: Tx, { accountId }: Context, keyId: Id<"key">) {
  const [key] = await tx
    .select({ name: k.name, createdBy: k.createdBy, adoptedBy: k.adoptedBy, managed: k.managed })
    .from(k)
    .where(and(eq(k.accountId, accountId), eq(k.id, keyId)));
  return key ?? null;
}

/** How far the time in an id and `createdAt` may differ. */
const APART_MS = 5 * MINUTE_MS;

/**
 * The sum of payouts in a currency created after `since`, without canceled ones and those with an approval. `realMs` is the
 * same time in real time, for the index. The caller has locked the currency's balance, so that no concurrent payout is
 * missed.
 */
export async function sumUnapproved(
  tx: Tx,
  ctx: Context,
  { currency, since, realMs }: { currency: string; since: Date; realMs: number },
): Promise<bigint> {
  const asked = tx.select({ one: sql`1` }).from(a).where(ITS_APPROVAL);
  const [row] = await tx
    .select({ sum: sql<bigint>`coalesce(sum(${p.amount}), 0)::bigint` })
    .from(p)
    .where(
      and(
        ownPayout(ctx),
        gte(p.id, idLowerBound("po", realMs - APART_MS)),
        eq(p.currency, currency),
        gt(p.createdAt, since),
        ne(p.status, "canceled"),
        notExists(asked),
      ),
    );
  return BigInt(row?.sum ?? 0);
}

/** The approval of a payout or batch, locked until the transaction ends; null if there is none. Always lock an approval
 *  before its payouts. */
export async function lock(tx: Tx, ctx: Context, id: string): Promise<PayoutApproval | null> {
  const [row] = await tx
    .select()
    .from(a)
    .where(and(own(ctx), eq(a.id, id as PayoutApproval["id"])))
    .for("update");
  return row ? toApprovalRow(row) : null;
}

/** As `lock`, for the approval of a payout or of its batch. */
export async function lockOfPayout(tx: Tx, ctx: Context, payoutId: string) {
  const ids = tx
    .select({ id: sql<PayoutApproval["id"]>`coalesce(${p.batchId}, ${p.id})` })
    .from(p)
    .where(and(ownPayout(ctx), eq(p.id, payoutId as Id<"po">)));
  const [row] = await tx
    .select()
    .from(a)
    .where(and(own(ctx), inArray(a.id, ids)))
    .for("update");
  return row ? toApprovalRow(row) : null;
}

/** Records the decision on a pending approval; false if it is decided already. */
export async function settle(
  tx: Tx,
  approval: PayoutApproval,
  outcome: { state: ApprovalState; decidedBy: string | null; decidedAt: Date },
): Promise<boolean> {
  const settled = await tx
    .update(a)
    .set({ ...outcome, dueAt: null })
    .where(and(eq(a.accountId, approval.accountId), eq(a.id, approval.id), eq(a.state, "pending")))
    .returning({ id: a.id });
  return settled.length === 1;
}

/** Takes a canceled payout's amount out of a locked approval that still waits. */
export async function reduce(tx: Tx, { accountId, id }: PayoutApproval, byMinor: bigint) {
  await tx
    .update(a)
    .set({ amount: sql`${a.amount} - ${byMinor}` })
    .where(and(eq(a.accountId, accountId), eq(a.id, id)));
}

/** The payouts of an approval that are neither sent nor canceled. */
const waiting = (ctx: Context, id: PayoutApproval["id"]) =>
  and(
    ownPayout(ctx),
    or(eq(p.id, id as Id<"po">), eq(p.batchId, id as Id<"pob">)),
    eq(p.status, "pending"),
    isNull(p.sentAt),
  );

/** The number of waiting payouts of an approval. */
export async function countWaiting(tx: Tx, ctx: Context, id: PayoutApproval["id"]) {
  return await tx.$count(p, waiting(ctx, id));
}

/** Makes the waiting payouts of an approval due at `moment`, or on their later requested day. Locks them. */
export async function release(
  tx: Tx,
  ctx: Context,
  id: PayoutApproval["id"],
  moment: Date,
): Promise<void> {
  await tx
    .update(p)
    .set({ railCheckAt: sql`greatest(${p.notBefore}, ${moment}::timestamptz)`, updatedAt: moment })
    .where(waiting(ctx, id));
}

/** Cancels the waiting payouts of an approval and returns them. Locks them. */
export async function cancel(tx: Tx, ctx: Context, id: PayoutApproval["id"], moment: Date) {
  return await tx
    .update(p)
    .set({ status: "canceled", railCheckAt: null, updatedAt: moment })
    .where(waiting(ctx, id))
    .returning({ sourceId: p.id, amountMinor: p.amount });
}

/** Pending approvals per currency. Takes no lock. */
export async function listWaiting(ctx: Context) {
  return await db()
    .select({
      currency: a.currency,
      count: sql<number>`count(*)::int`,
      amountMinor: sql<bigint>`sum(${a.amount})::bigint`,
      expiresAt: sql<Date>`min(${a.expiresAt})`.mapWith(a.expiresAt),
    })
    .from(a)
    .where(and(own(ctx), eq(a.state, "pending")))
    .groupBy(a.currency);
}

/** The names of members and keys by id. Takes no lock. */
export async function namesOf(
  { accountId }: Pick<Context, "accountId">,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const [people, keys] = await Promise.all([
    db()
      .select({ id: u.id, name: u.name })
      .from(u)
      .where(inArray(u.id, [...ids])),
    db()
      .select({ id: k.id, name: k.name })
      .from(k)
      .where(and(eq(k.accountId, accountId), inArray(k.id, ids as Id<"key">[]))),
  ]);
  return new Map([...people, ...keys].map(({ id, name }) => [id, name]));
}
