import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import * as store from "./store.ts";
import type { SubscriptionStatus } from "./subscription-state.ts";
import type { Subscription } from "./types.ts";

export type ListSubscriptionsRequest = PageRequest & {
  status?: SubscriptionStatus | undefined;
  customer?: string | undefined;
  plan?: string | undefined;
  created?: CreatedRange | undefined;
};

/** One page of subscriptions, newest first. Throws `parameter_invalid` for a cursor that is none of
 *  theirs. Takes no lock. */
export async function listSubscriptions(
  ctx: Context,
  request: ListSubscriptionsRequest,
): Promise<Page<Subscription>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}

/** Throws `resource_missing`. With `tx` it is locked until the transaction ends. */
export async function getSubscription(ctx: Context, id: string, tx?: Tx): Promise<Subscription> {
  const sub = await store.find(ctx, id, tx);
  if (!sub) throw missing("subscription", id);
  return sub;
}

/** Those of `ids` that exist, by id: one query for a page's worth. */
export async function findSubscriptions(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, Subscription>> {
  const found = await store.findMany(ctx, ids);
  return new Map(found.map((sub) => [sub.id, sub]));
}
