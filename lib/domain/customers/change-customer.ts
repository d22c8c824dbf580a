import type { Tx } from "#db/transact.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid, missing } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { mergeMetadata } from "#lib/kernel/metadata.ts";
import * as store from "./store.ts";
import type { Customer, CustomerChanges, CustomerDetails } from "./types.ts";

/** Creates a customer in the caller's transaction. */
export async function createCustomerIn(
  tx: Tx,
  ctx: Context,
  details: CustomerDetails,
): Promise<Customer> {
  const moment = businessNow(ctx);
  return await store.insert(tx, {
    accountId: ctx.accountId,
    mode: ctx.mode,
    id: newId("cus"),
    name: details.name ?? null,
    email: details.email ?? null,
    country: details.country ?? null,
    metadata: mergeMetadata({}, details.metadata),
    createdAt: moment,
    updatedAt: moment,
  });
}

/** Changes the given fields in the caller's transaction. Locks the customer. Throws `resource_missing`, also if the
 *  customer is deleted, and `parameter_invalid` for a payment method that is not attached to this customer. */
export async function updateCustomerIn(
  tx: Tx,
  ctx: Context,
  id: string,
  changes: CustomerChanges,
): Promise<Customer> {
  const current = await store.lock(tx, ctx, id);
  if (!current || current.deleted) throw missing("customer", id);
  const method = changes.defaultPaymentMethod;
  if (method != null && !(await store.hasPaymentMethod(tx, ctx, id, method))) {
    throw invalid(
      "default_payment_method",
      `No such payment method is attached to this customer: ${method}`,
    );
  }
  return await store.update(tx, ctx, id, {
    name: changes.name,
    email: changes.email,
    country: changes.country,
    defaultPaymentMethod: method as Customer["defaultPaymentMethod"] | undefined,
    metadata: mergeMetadata(current.metadata, changes.metadata),
    updatedAt: now(),
  });
}

/** Removes a customer from all lists; its payments still refer to it. Does not end its subscriptions: the caller does.
 *  Does nothing if the customer is deleted already. Throws `resource_missing`. Locks the customer. */
export async function markCustomerDeletedIn(tx: Tx, ctx: Context, id: string): Promise<Customer> {
  const customer = await store.lock(tx, ctx, id);
  if (!customer) throw missing("customer", id);
  if (customer.deleted) return customer;
  return await store.update(tx, ctx, id, { deleted: true, updatedAt: now() });
}
