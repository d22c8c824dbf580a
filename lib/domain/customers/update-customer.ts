import type { Tx } from "#db/transact.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid, missing } from "#lib/kernel/errors.ts";
import { mergeMetadata } from "#lib/kernel/metadata.ts";
import * as store from "./store.ts";
import type { Customer, CustomerChanges } from "./types.ts";

/** Changes what is given and leaves the rest, in the transaction of whoever asks; locks the customer
 *  until it ends. Throws `resource_missing` when there is none or it was deleted, and
 *  `parameter_invalid` for a payment method that is not attached to this customer. */
export async function updateCustomerIn(
  tx: Tx,
  ctx: Context,
  id: string,
  changes: CustomerChanges,
): Promise<Customer> {
  const current = await store.claim(tx, ctx, id);
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
