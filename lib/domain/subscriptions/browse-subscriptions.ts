import { type Announcement, announcementsAbout } from "#lib/domain/events/index.ts";
import {
  attemptsAt,
  browseInvoices,
  type InvoiceAttempt,
  type InvoiceLine,
} from "#lib/domain/invoices/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { idTimeMs } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/keyset.ts";
import {
  countSubscriptionLines,
  findSubscriptionLine,
  listSubscriptionLines,
  type SubscriptionFilter,
  type SubscriptionLine,
} from "./browse-store.ts";

/** The subscriptions that a filter leaves, newest first, with their exact number. For people. */
export async function browseSubscriptions(
  ctx: Context,
  filter: SubscriptionFilter,
  page: KeysetPage,
): Promise<KeysetSlice<SubscriptionLine> & { total: number }> {
  const [slice, total] = await Promise.all([
    listSubscriptionLines(ctx, filter, page),
    countSubscriptionLines(ctx, filter),
  ]);
  return { ...slice, total };
}

const MOST_INVOICES = 24;

export type SubscriptionDossier = {
  line: SubscriptionLine;
  invoices: InvoiceLine[];
  invoicesTotal: number;
  attempts: InvoiceAttempt[];
  announcements: Announcement[];
};

/** A subscription with its newest invoices, every try to collect them, and what was announced of it and
 *  them. Throws `resource_missing`. Takes no lock. */
export async function subscriptionDossier(ctx: Context, id: string): Promise<SubscriptionDossier> {
  const line = await findSubscriptionLine(ctx, id);
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
