import type { Tx } from "#db/transact.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import * as store from "./store.ts";
import type { Customer } from "./types.ts";

/** Takes a customer out of every list; its payments keep pointing to it, and its subscriptions are for
 *  their own noun to end. Marking it again changes nothing and is no error. Locks the customer. Throws `resource_missing` when there never was one. */
export async function markCustomerDeletedIn(tx: Tx, ctx: Context, id: string): Promise<Customer> {
  const customer = await store.claim(tx, ctx, id);
  if (!customer) throw missing("customer", id);
  if (customer.deleted) return customer;
  return await store.update(tx, ctx, id, { deleted: true, updatedAt: now() });
}
