import type { Tx } from "#db/transact.ts";
import { getCustomerIn } from "#lib/domain/customers/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, missing } from "#lib/kernel/errors.ts";
import { mergeMetadata } from "#lib/kernel/metadata.ts";
import * as store from "./store.ts";
import type { PaymentMethod } from "./types.ts";

export type PaymentMethodChanges = {
  customer?: string | undefined;
  metadata?: Record<string, string> | undefined;
};

/**
 * Attaches a payment method to a customer, or changes its metadata, in the transaction of whoever
 * asks; locks it until then. Once attached it stays with its customer. Throws `resource_missing`
 * for either, and `state_invalid` when it belongs to another customer.
 */
export async function updatePaymentMethodIn(
  tx: Tx,
  ctx: Context,
  id: string,
  changes: PaymentMethodChanges,
): Promise<PaymentMethod> {
  const method = await store.lock(tx, ctx, id);
  if (!method) throw missing("payment method", id);
  const wanted = changes.customer;
  const customer = wanted === undefined ? null : await getCustomerIn(tx, ctx, wanted, "customer");
  if (customer && method.customerId !== null && method.customerId !== customer.id) {
    throw new ApiError("state_invalid", "This payment method belongs to another customer.", {
      param: "customer",
    });
  }
  const updated = {
    ...method,
    customerId: customer?.id ?? method.customerId,
    metadata: mergeMetadata(method.metadata, changes.metadata),
  };
  await store.update(tx, updated);
  return updated;
}

/** A payment method, locked until the transaction ends, with whatever status. Throws
 *  `resource_missing`; `param` names the parameter that pointed to it. */
export async function lockPaymentMethodIn(
  tx: Tx,
  ctx: Context,
  id: string,
  param?: string,
): Promise<PaymentMethod> {
  const method = await store.lock(tx, ctx, id);
  if (!method) throw missing("payment method", id, param);
  return method;
}
