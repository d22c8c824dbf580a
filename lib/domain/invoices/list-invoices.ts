import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import type { InvoiceStatus } from "./invoice-state.ts";
import * as store from "./store.ts";
import type { Invoice } from "./types.ts";

export type ListInvoicesRequest = PageRequest & {
  status?: InvoiceStatus | undefined;
  subscription?: string | undefined;
  customer?: string | undefined;
  created?: CreatedRange | undefined;
};

/** One page of invoices, newest first. Throws `parameter_invalid` for a cursor that is none of theirs.
 *  Takes no lock. */
export async function listInvoices(
  ctx: Context,
  request: ListInvoicesRequest,
): Promise<Page<Invoice>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}

/** Throws `resource_missing`. With `tx` it is locked until the transaction ends. */
export async function getInvoice(ctx: Context, id: string, tx?: Tx): Promise<Invoice> {
  const invoice = await store.find(ctx, id, tx);
  if (!invoice) throw missing("invoice", id);
  return invoice;
}

/** Those of `ids` that exist, by id: one query for a page's worth. */
export async function findInvoices(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, Invoice>> {
  const found = await store.findMany(ctx, ids);
  return new Map(found.map((invoice) => [invoice.id, invoice]));
}

/** Those that a bank's late refusal opened again and that nothing collects yet, oldest first. Locks them. */
export async function lockReopened(tx: Tx, ctx: Context, sub: Id<"sub">): Promise<Invoice[]> {
  return await store.lockReopened(tx, ctx, sub);
}

/** What is gathered for a subscription's next invoice, or null. With `tx` it is locked. */
export async function findDraft(ctx: Context, sub: Id<"sub">, tx?: Tx): Promise<Invoice | null> {
  return await store.findDraft(ctx, sub, tx);
}
