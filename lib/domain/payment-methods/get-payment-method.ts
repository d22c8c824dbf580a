import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import * as store from "./store.ts";
import type { PaymentMethod } from "./types.ts";

/** A payment method of this account and mode. Throws `resource_missing`, also for another
 *  merchant's. */
export async function getPaymentMethod(ctx: Context, id: string): Promise<PaymentMethod> {
  const method = await store.find(ctx, id);
  if (!method) throw missing("payment method", id);
  return method;
}

/** Those of `ids` that exist, by id: one query for a page's worth. */
export async function findPaymentMethods(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, PaymentMethod>> {
  const found = await store.findMany(ctx, ids);
  return new Map(found.map((method) => [method.id, method]));
}
