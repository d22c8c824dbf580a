import { and, desc, eq, inArray } from "drizzle-orm";
import { db } from "#db/client.ts";
import { dueAfterAnswer, dueQueue } from "#db/due.ts";
import { keyset, pageOf } from "#db/paging.ts";
import { mandates as t } from "#db/schema/mandates.ts";
import { selectList } from "#db/sql-text.ts";
import { createdWithin } from "#db/time-filters.ts";
import type { Tx } from "#db/transact.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { mapPage, type Page } from "#lib/kernel/page.ts";
import type { MandateScheme } from "#lib/kernel/vocabulary/mandates.ts";
import type { ListMandatesRequest } from "./read-mandates.ts";
import type { Mandate } from "./types.ts";

type Row = typeof t.$inferSelect;
const own = (ctx: Context) => and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode));

/** Returns false, and writes nothing, if the payment method has a live mandate of the scheme. Waits while another
 *  transaction inserts one. */
export async function insert(tx: Tx, mandate: Mandate): Promise<boolean> {
  const { revocation, ...columns } = mandate;
  const made = await tx
    .insert(t)
    .values({ ...columns, ...revocationColumns(revocation) })
    .onConflictDoNothing()
    .returning({ id: t.id });
  return made.length === 1;
}

/** Moves a mandate. Returns false, and writes nothing, if its status changed after it was read. Locks its row until the
 *  transaction ends. */
export async function move(tx: Tx, ctx: Context, from: Mandate, to: Mandate): Promise<boolean> {
  const moved = await tx
    .update(t)
    .set({
      status: to.status,
      failureCode: to.failureCode,
      railReference: to.railReference,
      expiresAt: to.expiresAt,
      railCheckAt: dueAfterAnswer(t.railCheckAt, from.railCheckAt, to.railCheckAt),
      updatedAt: businessNow(ctx),
      ...revocationColumns(to.revocation),
    })
    .where(and(own(ctx), eq(t.id, from.id), eq(t.status, from.status)))
    .returning({ id: t.id });
  return moved.length === 1;
}

/** Returns a mandate of the account and mode, or null. Takes no lock. */
export async function find(ctx: Context, id: string): Promise<Mandate | null> {
  const [row] = await db().select().from(t).where(isMandate(ctx, id));
  return row ? toMandate(row) : null;
}

/** As `find`, and locks the mandate until the transaction ends. */
export async function lock(tx: Tx, ctx: Context, id: string): Promise<Mandate | null> {
  const [row] = await tx.select().from(t).where(isMandate(ctx, id)).for("no key update");
  return row ? toMandate(row) : null;
}

const isMandate = (ctx: Context, id: string) => and(own(ctx), eq(t.id, id as Id<"mdt">));

/** Locks and returns the newest mandate of a payment method and scheme until the transaction ends; null if none. */
export async function lockLatest(
  tx: Tx,
  ctx: Context,
  { paymentMethod, scheme }: { paymentMethod: string; scheme: MandateScheme },
): Promise<Mandate | null> {
  const [row] = await tx
    .select()
    .from(t)
    .where(and(own(ctx), eq(t.paymentMethodId, paymentMethod as Id<"pm">), eq(t.scheme, scheme)))
    .orderBy(desc(t.id))
    .limit(1)
    .for("no key update");
  return row ? toMandate(row) : null;
}

/** Returns the existing mandates among `ids`, in no order. Takes no lock. */
export async function findMany(ctx: Context, ids: readonly string[]): Promise<Mandate[]> {
  if (ids.length === 0) return [];
  const rows = await db()
    .select()
    .from(t)
    .where(and(own(ctx), inArray(t.id, ids as Id<"mdt">[])));
  return rows.map(toMandate);
}

/** Mandates whose rail must be asked, or that expire, now, by their account's clock. */
export const dueRows = dueQueue("mandates", selectList(t, "p"), toMandate);

/** Returns one page, newest first. Takes no lock. */
export async function list(ctx: Context, request: ListMandatesRequest): Promise<Page<Mandate>> {
  const k = keyset(t.id, request);
  const { customer, paymentMethod, status, scheme } = request;
  const rows = await db()
    .select()
    .from(t)
    .where(
      and(
        own(ctx),
        customer === undefined ? undefined : eq(t.customerId, customer as Id<"cus">),
        paymentMethod === undefined ? undefined : eq(t.paymentMethodId, paymentMethod as Id<"pm">),
        status && eq(t.status, status),
        scheme && eq(t.scheme, scheme),
        createdWithin(t.createdAt, request.created),
        k.where,
      ),
    )
    .orderBy(k.orderBy)
    .limit(k.limit);
  return mapPage(pageOf(rows, request), toMandate);
}

function revocationColumns(revocation: Mandate["revocation"]) {
  return {
    revocationSource: revocation?.source ?? null,
    revocationCode: revocation?.code ?? null,
  };
}

function toMandate(row: Row): Mandate {
  const { revocationSource, revocationCode, railHeldBy, railHeldUntil, ...rest } = row;
  const { updatedAt, ...columns } = rest;
  return {
    ...columns,
    revocation: revocationSource && { source: revocationSource, code: revocationCode },
  };
}
