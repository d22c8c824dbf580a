import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import * as store from "./store.ts";
import type { Customer } from "./types.ts";

/** Those of `ids` that exist, by id, deleted ones included: one query for a page's worth. */
export async function findCustomers(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, Customer>> {
  const found = await store.findMany(ctx, ids);
  return new Map(found.map((customer) => [customer.id, customer]));
}

/** A customer, also one that was deleted. Throws `resource_missing`, also for another merchant's. */
export async function getAnyCustomer(ctx: Context, id: string): Promise<Customer> {
  const customer = await store.find(ctx, id);
  if (!customer) throw missing("customer", id);
  return customer;
}

/** A customer that was not deleted. Throws `resource_missing`, also for another merchant's; `param`
 *  names the parameter that pointed to it. */
export async function getCustomer(ctx: Context, id: string, param?: string): Promise<Customer> {
  const customer = await store.find(ctx, id);
  if (!customer || customer.deleted) throw missing("customer", id, param);
  return customer;
}

/** The same in the transaction of whoever asks; the customer cannot be deleted until it ends. */
export async function getCustomerIn(
  tx: Tx,
  ctx: Context,
  id: string,
  param?: string,
): Promise<Customer> {
  const customer = await store.claim(tx, ctx, id);
  if (!customer || customer.deleted) throw missing("customer", id, param);
  return customer;
}
