import type { Tx } from "#db/transact.ts";
import { type EventWithDeliveries, eventsAbout } from "#lib/domain/events/index.ts";
import {
  attemptsAt,
  browseInvoices,
  type InvoiceAttempt,
  type InvoiceListItem,
} from "#lib/domain/invoices/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { type Id, idTimeMs } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import type { SubscriptionStatus } from "#lib/kernel/vocabulary/billing.ts";
import * as store from "./store.ts";
import {
  countSubscriptionItems,
  findSubscriptionListItem,
  listSubscriptionItems,
  type SubscriptionFilter,
  type SubscriptionListItem,
} from "./store.ts";
import type { Subscription } from "./types.ts";

export type ListSubscriptionsRequest = PageRequest & {
  status?: SubscriptionStatus | undefined;
  customer?: string | undefined;
  plan?: string | undefined;
  created?: CreatedRange | undefined;
};

/** One page of subscriptions, newest first. Throws `parameter_invalid` for a cursor that is not a subscription's id.
 *  Takes no lock. */
export async function listSubscriptions(
  ctx: Context,
  request: ListSubscriptionsRequest,
): Promise<Page<Subscription>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}

/** Throws `resource_missing`. Takes no lock. */
export async function getSubscription(ctx: Context, id: string): Promise<Subscription> {
  const sub = await store.find(ctx, id);
  if (!sub) throw missing("subscription", id);
  return sub;
}

/** As `getSubscription`, locked until the transaction ends. */
export async function lockSubscription(tx: Tx, ctx: Context, id: string): Promise<Subscription> {
  const sub = await store.lock(tx, ctx, id);
  if (!sub) throw missing("subscription", id);
  return sub;
}

/** The subscriptions of `ids` that exist, by id, in one query. */
export async function findSubscriptions(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, Subscription>> {
  const found = await store.findMany(ctx, ids);
  return new Map(found.map((sub) => [sub.id, sub]));
}

/** One page of the subscriptions that match a filter, newest first, with their exact total. For the dashboard. */
export async function browseSubscriptions(
  ctx: Context,
  filter: SubscriptionFilter,
  page: KeysetPage,
): Promise<KeysetSlice<SubscriptionListItem & { id: Id<"sub"> }> & { total: number }> {
  const [slice, total] = await Promise.all([
    listSubscriptionItems(ctx, filter, page),
    countSubscriptionItems(ctx, filter),
  ]);
  return { ...slice, total };
}

const MOST_INVOICES = 24;

export type SubscriptionDetail = {
  line: SubscriptionListItem;
  invoices: InvoiceListItem[];
  invoicesTotal: number;
  attempts: InvoiceAttempt[];
  events: EventWithDeliveries[];
};

/** A subscription with its newest 24 invoices, their dunning attempts, and the events of all of them. Throws
 *  `resource_missing`. Takes no lock. */
export async function subscriptionDetail(ctx: Context, id: string): Promise<SubscriptionDetail> {
  const line = await findSubscriptionListItem(ctx, id);
  if (!line) throw missing("subscription", id);
  const newest = { after: null, before: null, limit: MOST_INVOICES };
  const { rows, total } = await browseInvoices(ctx, { subscriptionId: id }, newest);
  const invoiceIds = rows.map((invoice) => invoice.id);
  const [attempts, events] = await Promise.all([
    attemptsAt(ctx, invoiceIds),
    eventsAbout(ctx, [id, ...invoiceIds], idTimeMs(id)),
  ]);
  return { line, invoices: rows, invoicesTotal: total, attempts, events };
}
