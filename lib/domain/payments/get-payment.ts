import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import * as listing from "./list-store.ts";
import { lock } from "./refunding-store.ts";
import * as store from "./store.ts";
import type { Payment } from "./types.ts";

/** A payment of this account and mode. Throws `resource_missing`, also for another merchant's;
 *  `param` names the parameter that pointed to it. */
export async function getPayment(ctx: Context, id: string, param?: string): Promise<Payment> {
  const payment = await store.find(ctx, id);
  if (!payment) throw missing("payment", id, param);
  return payment;
}

/** The same, locked until the transaction ends. */
export async function getPaymentIn(tx: Tx, ctx: Context, id: string): Promise<Payment> {
  const payment = await lock(tx, ctx, id);
  if (!payment) throw missing("payment", id);
  return payment;
}

/** Those of `ids` that exist, by id: one query for a page's worth. */
export async function findPayments(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, Payment>> {
  const found = await listing.findMany(ctx, ids);
  return new Map(found.map((payment) => [payment.id, payment]));
}
