import { and, eq, inArray } from "drizzle-orm";
import { db } from "#db/client.ts";
import { dueQueue, isDueAsRead } from "#db/due.ts";
import { keyset, pageOf } from "#db/paging.ts";
import { disputes as t } from "#db/schema/disputes.ts";
import { selectList } from "#db/sql-text.ts";
import { createdWithin } from "#db/time-filters.ts";
import type { Tx } from "#db/transact.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { mapPage, type Page } from "#lib/kernel/page.ts";
import type { ListDisputesRequest } from "./read-disputes.ts";
import type { Dispute } from "./types.ts";

type Row = typeof t.$inferSelect;
const own = (ctx: Context) => and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode));

/** Throws if the payment has a dispute already; its `disputed` mark prevents that. */
export async function insert(tx: Tx, dispute: Dispute): Promise<void> {
  const { amountMinor, feeMinor, ...columns } = dispute;
  await tx.insert(t).values({ ...columns, amount: amountMinor, fee: feeMinor });
}

const asRead = ({ accountId, mode, id, status }: Dispute) =>
  and(eq(t.accountId, accountId), eq(t.mode, mode), eq(t.id, id), eq(t.status, status));

/** Moves a dispute. Returns false, and writes nothing, if its status changed after it was read. Locks its row until the
 *  transaction ends. */
export async function move(tx: Tx, from: Dispute, to: Dispute): Promise<boolean> {
  const moved = await tx
    .update(t)
    .set({
      status: to.status,
      evidence: to.evidence,
      evidenceFiles: to.evidenceFiles,
      railCheckAt: to.railCheckAt,
      updatedAt: now(),
    })
    .where(asRead(from))
    .returning({ id: t.id });
  return moved.length === 1;
}

/** Sets when the rail is asked again. Does nothing if the dispute has moved or was made due since it was read, which was
 *  before the rail was asked. */
export async function postpone(dispute: Dispute, checkAt: Date): Promise<void> {
  await db()
    .update(t)
    .set({ railCheckAt: checkAt })
    .where(and(asRead(dispute), isDueAsRead(t.railCheckAt, dispute.railCheckAt)));
}

/** Assigns a locked dispute to a user, or to nobody. Returns the user before. */
export async function assign(
  tx: Tx,
  { accountId, mode, id }: Dispute,
  userId: string | null,
): Promise<string | null> {
  const its = and(eq(t.accountId, accountId), eq(t.mode, mode), eq(t.id, id));
  const [before] = await tx.select({ assignedTo: t.assignedTo }).from(t).where(its);
  await tx.update(t).set({ assignedTo: userId, updatedAt: now() }).where(its);
  return before?.assignedTo ?? null;
}

/** Returns a dispute of the account and mode, or null. Takes no lock. */
export async function find(ctx: Context, id: string): Promise<Dispute | null> {
  const [row] = await db().select().from(t).where(isDispute(ctx, id));
  return row ? toDispute(row) : null;
}

/** As `find`, and locks the dispute until the transaction ends. */
export async function lock(tx: Tx, ctx: Context, id: string): Promise<Dispute | null> {
  const [row] = await tx.select().from(t).where(isDispute(ctx, id)).for("no key update");
  return row ? toDispute(row) : null;
}

const isDispute = (ctx: Context, id: string) => and(own(ctx), eq(t.id, id as Id<"dp">));

/** Disputes whose deadline or next question to the rail is due, by their account's clock. */
export const dueRows = dueQueue("disputes", selectList(t, "p"), toDispute);

/** Returns the existing disputes among `ids`, in no order. Takes no lock. */
export async function findMany(ctx: Context, ids: readonly string[]): Promise<Dispute[]> {
  const rows = await db()
    .select()
    .from(t)
    .where(and(own(ctx), inArray(t.id, ids as Id<"dp">[])));
  return rows.map(toDispute);
}

/** Returns one page, newest first. Takes no lock. */
export async function list(ctx: Context, request: ListDisputesRequest): Promise<Page<Dispute>> {
  const k = keyset(t.id, request);
  const { payment, status } = request;
  const rows = await db()
    .select()
    .from(t)
    .where(
      and(
        own(ctx),
        payment === undefined ? undefined : eq(t.paymentId, payment as Id<"pay">),
        status && eq(t.status, status),
        createdWithin(t.createdAt, request.created),
        k.where,
      ),
    )
    .orderBy(k.orderBy)
    .limit(k.limit);
  return mapPage(pageOf(rows, request), toDispute);
}

function toDispute(row: Row): Dispute {
  const { amount, fee, updatedAt, ...columns } = row;
  return {
    ...columns,
    amountMinor: amount,
    feeMinor: fee,
    reason: row.reason as Dispute["reason"],
  };
}
