import { and, eq, inArray } from "drizzle-orm";
import { db } from "#db/client.ts";
import { keyset, pageOf } from "#db/paging.ts";
import { customers } from "#db/schema/customers.ts";
import { paymentMethods } from "#db/schema/payment-methods.ts";
import { createdWithin } from "#db/time-filters.ts";
import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Page } from "#lib/kernel/page.ts";
import type { ListCustomersRequest } from "./read-customers.ts";
import type { Customer } from "./types.ts";

const own = (ctx: Context, id?: string) =>
  and(
    eq(customers.accountId, ctx.accountId),
    eq(customers.mode, ctx.mode),
    id === undefined ? undefined : eq(customers.id, id as Id<"cus">),
  );

export async function insert(tx: Tx, row: typeof customers.$inferInsert): Promise<Customer> {
  const [customer] = await tx.insert(customers).values(row).returning();
  return customer!;
}

/** Returns a customer, also a deleted one, or null. Takes no lock. */
export async function find(ctx: Context, id: string): Promise<Customer | null> {
  const [customer] = await db().select().from(customers).where(own(ctx, id));
  return customer ?? null;
}

/** Returns the existing customers among `ids`, deleted ones included, in no order. Takes no lock. */
export async function findMany(ctx: Context, ids: readonly string[]): Promise<Customer[]> {
  if (ids.length === 0) return [];
  const among = inArray(customers.id, ids as Id<"cus">[]);
  return await db()
    .select()
    .from(customers)
    .where(and(own(ctx), among));
}

/** Locks and returns a customer, also a deleted one, until the transaction ends. */
export async function lock(tx: Tx, ctx: Context, id: string): Promise<Customer | null> {
  const [customer] = await tx.select().from(customers).where(own(ctx, id)).for("update");
  return customer ?? null;
}

/** As `lock`, with a shared lock: blocks changes of the customer, but not other shared locks. */
export async function lockShared(tx: Tx, ctx: Context, id: string): Promise<Customer | null> {
  const [customer] = await tx.select().from(customers).where(own(ctx, id)).for("share");
  return customer ?? null;
}

export async function update(
  tx: Tx,
  ctx: Context,
  id: string,
  changes: Partial<typeof customers.$inferInsert>,
): Promise<Customer> {
  const [customer] = await tx.update(customers).set(changes).where(own(ctx, id)).returning();
  return customer!;
}

/** Whether a payment method is attached to the customer and can be charged. */
export async function hasPaymentMethod(
  tx: Tx,
  ctx: Context,
  id: string,
  paymentMethodId: string,
): Promise<boolean> {
  const [row] = await tx
    .select({ id: paymentMethods.id })
    .from(paymentMethods)
    .where(
      and(
        eq(paymentMethods.accountId, ctx.accountId),
        eq(paymentMethods.mode, ctx.mode),
        eq(paymentMethods.id, paymentMethodId as Id<"pm">),
        eq(paymentMethods.customerId, id as Id<"cus">),
        eq(paymentMethods.status, "active"),
      ),
    );
  return row !== undefined;
}

/** Returns one page without deleted customers, newest first. Takes no lock. */
export async function list(ctx: Context, request: ListCustomersRequest): Promise<Page<Customer>> {
  const k = keyset(customers.id, request);
  const rows = await db()
    .select()
    .from(customers)
    .where(
      and(
        own(ctx),
        eq(customers.deleted, false),
        request.email === undefined ? undefined : eq(customers.email, request.email),
        createdWithin(customers.createdAt, request.created),
        k.where,
      ),
    )
    .orderBy(k.orderBy)
    .limit(k.limit);
  return pageOf(rows, request);
}
