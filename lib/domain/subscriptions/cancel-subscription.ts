import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { type Customer, markCustomerDeletedIn } from "#lib/domain/customers/index.ts";
import type { Answer } from "#lib/domain/idempotency/index.ts";
import { detachPaymentMethodsIn } from "#lib/domain/payment-methods/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type Call, changeOnce, withdrawOnce } from "./change-once.ts";
import { lockSubscription } from "./list-subscriptions.ts";
import { endIn } from "./renew-subscription.ts";
import * as store from "./store.ts";
import { whyNotCanceled } from "./subscription-policy.ts";
import type { Subscription } from "./types.ts";

/**
 * Ends a subscription now, once per idempotency key. The current period is not refunded. Invoices and proration charges
 * as `endIn`. Keys, repeats and crashes as `changeOnce`. Refuses with `resource_missing`, and with `state_invalid` if it has ended already, unless `again` is
 * `pass` (for calls that are idempotent by themselves).
 */
export async function cancelSubscription(
  call: Call,
  id: Subscription["id"],
  options: { again: "refuse" | "pass" },
): Promise<Answer> {
  const { ctx } = call;
  await withdrawOnce(call, id);
  return await changeOnce(call, id, async (tx) => {
    const sub = await lockSubscription(tx, ctx, id);
    const refusal = whyNotCanceled(sub);
    if (refusal && options.again === "refuse") throw refusal;
    if (refusal) return;
    await endIn(tx, ctx, sub);
    const before = { status: sub.status };
    await recordChangeIn(tx, ctx, { action: "subscription.canceled", subject: { id }, before });
  });
}

/** Marks a customer as deleted, ends its subscriptions as `cancelSubscription` does, and detaches its payment methods, in the
 *  caller's transaction. Deleting it again changes nothing and is no error. Locks the customer, the subscriptions, then the
 *  payment methods. Throws `resource_missing` if the customer never existed. */
export async function deleteCustomerIn(tx: Tx, ctx: Context, id: string): Promise<Customer> {
  const deleted = await markCustomerDeletedIn(tx, ctx, id);
  for (const sub of await store.lockOfCustomer(tx, ctx, id)) await endIn(tx, ctx, sub);
  await detachPaymentMethodsIn(tx, ctx, id);
  return deleted;
}
