import { type AnyColumn, and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { db } from "#db/client.ts";
import { events as e } from "#db/schema/events.ts";
import { payments as p } from "#db/schema/payments.ts";
import { refunds as r } from "#db/schema/refunds.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";

const sqlText = (column: AnyColumn) => sql<string>`${column}`;

/** The condition that an event is about an object. Nothing is announced of a customer alone: what is
 *  about one are their payments and what was refunded of them. */
export function isAbout(ctx: Context, objectId: string): SQL {
  if (!objectId.startsWith("cus_")) return eq(e.objectId, objectId);
  const own = and(
    eq(p.accountId, ctx.accountId),
    eq(p.mode, ctx.mode),
    eq(p.customerId, objectId as Id<"cus">),
  );
  const paid = db()
    .select({ id: sqlText(p.id) })
    .from(p)
    .where(own);
  const refunded = db()
    .select({ id: sqlText(r.id) })
    .from(r)
    .innerJoin(p, and(eq(p.accountId, r.accountId), eq(p.id, r.paymentId)))
    .where(own);
  // One list, so that the events are found by their object, whichever it is.
  return inArray(e.objectId, unionAll(paid, refunded));
}
