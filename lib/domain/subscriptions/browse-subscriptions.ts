import { type Announcement, announcementsAbout } from "#lib/domain/events/index.ts";
import {
  attemptsAt,
  browseInvoices,
  type InvoiceAttempt,
  type InvoiceListItem,
} from "#lib/domain/invoices/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { idTimeMs } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import {
  countSubscriptionItems,
  findSubscriptionListItem,
  listSubscriptionItems,
  type SubscriptionFilter,
  type SubscriptionListItem,
} from "./browse-store.ts";

/** The subscriptions that a filter leaves, newest first, with their exact number. For people. */
export async function browseSubscriptions(
  ctx: Context,
  filter: SubscriptionFilter,
  page: KeysetPage,
): Promise<KeysetSlice<SubscriptionListItem> & { total: number }> {
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
  announcements: Announcement[];
};

/** A subscription with its newest invoices, every try to collect them, and what was announced of it and
 *  them. Throws `resource_missing`. Takes no lock. */
export async function subscriptionDetail(ctx: Context, id: string): Promise<SubscriptionDetail> {
  const line = await findSubscriptionListItem(ctx, id);
  if (!line) throw missing("subscription", id);
  const newest = { after: null, before: null, limit: MOST_INVOICES };
  const { rows, total } = await browseInvoices(ctx, { subscriptionId: id }, newest);
  const invoiceIds = rows.map((invoice) => invoice.id);
  const [attempts, announcements] = await Promise.all([
    attemptsAt(ctx, invoiceIds),
    announcementsAbout(ctx, [id, ...invoiceIds], idTimeMs(id)),
  ]);
  return { line, invoices: rows, invoicesTotal: total, attempts, announcements };
}
