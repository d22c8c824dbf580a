import { type Announcement, announcementsAbout } from "#lib/domain/events/index.ts";
import { type Transfer, transfersOf } from "#lib/domain/ledger/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { idTimeMs, isPaymentId } from "#lib/kernel/ids.ts";
import { keptCounts } from "#lib/kernel/kept-when-large.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { countItems, listItems } from "./browse-store.ts";
import type { PaymentFilter, PaymentListItem } from "./payment-filter.ts";
import { findFacts, otherAttempts, type PaymentFacts } from "./read-store.ts";

const counts = keptCounts();

/** Returns a page of the payments that match the filter, newest first, with their total: exact, or up to 10 s old if it
 *  is large (`keptCounts`). For the dashboard; the public API lists with `listPayments`. */
export async function browsePayments(
  ctx: Context,
  filter: PaymentFilter,
  page: KeysetPage,
): Promise<KeysetSlice<PaymentListItem> & { total: number }> {
  const [slice, total] = await Promise.all([
    listItems(ctx, filter, page),
    counts([ctx.accountId, ctx.mode, filter], () => countItems(ctx, filter)),
  ]);
  return { ...slice, total };
}

/** Returns the newest payments, without a total. */
export async function latestPayments(ctx: Context, limit: number): Promise<PaymentListItem[]> {
  const { rows } = await listItems(ctx, {}, { after: null, before: null, limit });
  return rows;
}

export type PaymentDetail = {
  payment: PaymentFacts;
  attempts: PaymentListItem[];
  transfers: Transfer[];
  announcements: Announcement[];
};

/**
 * Returns the detail of one payment: its facts, other attempts at the same purchase, and the ledger transfers and events
 * of the payment and of `relatedIds` (its refunds and its dispute). Throws `resource_missing`. Takes no lock.
 */
export async function paymentDetail(
  ctx: Context,
  id: string,
  relatedIds: readonly string[],
): Promise<PaymentDetail> {
  const payment = await getPaymentFacts(ctx, id);
  const objectIds = [payment.id, ...relatedIds];
  const [attempts, transfers, announcements] = await Promise.all([
    otherAttempts(ctx, payment),
    transfersOf(ctx, objectIds),
    announcementsAbout(ctx, objectIds, idTimeMs(payment.id)),
  ]);
  return { payment, attempts, transfers, announcements };
}

async function getPaymentFacts(ctx: Context, id: string): Promise<PaymentFacts> {
  const facts = isPaymentId(id) ? await findFacts(ctx, id) : null;
  if (!facts) throw missing("payment", id);
  return facts;
}
