import { type Announcement, announcementsAbout } from "#lib/domain/events/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { idTimeMs } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import {
  attemptsAt,
  countInvoiceItems,
  type InvoiceAttempt,
  type InvoiceFilter,
  type InvoiceListItem,
  listInvoiceItems,
} from "./browse-store.ts";
import { getInvoice } from "./list-invoices.ts";
import type { Invoice } from "./types.ts";

/** The invoices that a filter leaves, newest first, with their exact number. For people. */
export async function browseInvoices(
  ctx: Context,
  filter: InvoiceFilter,
  page: KeysetPage,
): Promise<KeysetSlice<InvoiceListItem> & { total: number }> {
  const [slice, total] = await Promise.all([
    listInvoiceItems(ctx, filter, page),
    countInvoiceItems(ctx, filter),
  ]);
  return { ...slice, total };
}

export type InvoiceDetail = {
  invoice: Invoice;
  attempts: InvoiceAttempt[];
  announcements: Announcement[];
};

/** An invoice with every try to collect it and what was announced of both. Throws `resource_missing`.
 *  Takes no lock. */
export async function invoiceDetail(ctx: Context, id: string): Promise<InvoiceDetail> {
  const invoice = await getInvoice(ctx, id);
  const attempts = await attemptsAt(ctx, [id]);
  const ids = [id, ...attempts.map((attempt) => attempt.id)];
  const announcements = await announcementsAbout(ctx, ids, idTimeMs(id));
  return { invoice, attempts, announcements };
}
