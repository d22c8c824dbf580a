import type { Tx } from "#db/transact.ts";
import { type EventWithDeliveries, eventsAbout } from "#lib/domain/events/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { idTimeMs } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import type { InvoiceStatus } from "#lib/kernel/vocabulary/billing.ts";
import * as store from "./store.ts";
import {
  attemptsAt,
  countInvoiceItems,
  type InvoiceAttempt,
  type InvoiceFilter,
  type InvoiceListItem,
  listInvoiceItems,
} from "./store.ts";
import type { Invoice } from "./types.ts";

export type ListInvoicesRequest = PageRequest & {
  status?: InvoiceStatus | undefined;
  subscription?: string | undefined;
  customer?: string | undefined;
  created?: CreatedRange | undefined;
};

/** One page of invoices, newest first. Throws `parameter_invalid` for a cursor that is not an invoice's id. Takes no
 *  lock. */
export async function listInvoices(
  ctx: Context,
  request: ListInvoicesRequest,
): Promise<Page<Invoice>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}

/** Throws `resource_missing`. Takes no lock. */
export async function getInvoice(ctx: Context, id: string): Promise<Invoice> {
  const invoice = await store.find(ctx, id);
  if (!invoice) throw missing("invoice", id);
  return invoice;
}

/** As `getInvoice`, locked until the transaction ends. Lock the subscription first. */
export async function lockInvoice(tx: Tx, ctx: Context, id: string): Promise<Invoice> {
  const invoice = await store.lock(tx, ctx, id);
  if (!invoice) throw missing("invoice", id);
  return invoice;
}

/** The invoices of `ids` that exist, by id, in one query. */
export async function findInvoices(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, Invoice>> {
  const found = await store.findMany(ctx, ids);
  return new Map(found.map((invoice) => [invoice.id, invoice]));
}

/** One page of the invoices that match a filter, newest first, with their exact total. For the dashboard. */
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
  events: EventWithDeliveries[];
};

/** An invoice with its dunning attempts and the events of both. Throws `resource_missing`. Takes no lock. */
export async function invoiceDetail(ctx: Context, id: string): Promise<InvoiceDetail> {
  const invoice = await getInvoice(ctx, id);
  const attempts = await attemptsAt(ctx, [id]);
  const ids = [id, ...attempts.map((attempt) => attempt.id)];
  const events = await eventsAbout(ctx, ids, idTimeMs(id));
  return { invoice, attempts, events };
}
