import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { deleteCustomerIn } from "#lib/domain/subscriptions/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import * as store from "./store.ts";

/**
 * Deletes a customer, ends its subscriptions and lets a worker erase who it was, which cannot be undone. The service's own role may not do that. Asking
 * again is harmless. Throws `resource_missing`, and `state_invalid` while a dispute of it is open, whose evidence is still
 * needed. Locks the customer, then its subscriptions.
 */
export async function requestErasureIn(tx: Tx, ctx: Context, id: string): Promise<Date> {
  const customer = await deleteCustomerIn(tx, ctx, id);
  refuseWhileDisputed(await store.openDisputes(tx, ctx, customer.id));
  const at = now();
  await store.markRequested(tx, ctx, customer.id, at);
  const subject = { id: customer.id };
  await recordChangeIn(tx, ctx, { action: "customer.erasure_requested", subject });
  return at;
}

/** Throws `state_invalid` if there are such disputes. */
export function refuseWhileDisputed(open: readonly string[]): void {
  if (open.length === 0) return;
  const are = open.length === 1 ? "is" : "are";
  throw new ApiError(
    "state_invalid",
    `The evidence is still needed: ${open.join(", ")} ${are} not decided yet.`,
  );
}
