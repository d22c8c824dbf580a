import { type Announcement, announcementsAbout } from "#lib/domain/events/index.ts";
import { type Transfer, transfersOf } from "#lib/domain/ledger/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { idTimeMs, isPaymentId } from "#lib/kernel/ids.ts";
import { keptCounts } from "#lib/kernel/kept-when-large.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/keyset.ts";
import { countItems, listItems } from "./browse-store.ts";
import type { PaymentFilter, PaymentListItem } from "./payment-filter.ts";
import { findFacts, otherAttempts, type PaymentFacts } from "./read-store.ts";

const counts = keptCounts();

/** The payments that a filter leaves, newest first, with their number: exact, or of the last ten seconds where
 *  there are very many. For people: the public
 *  API's lists have a contract of their own. */
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

/** The newest payments of all, without their number. */
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
 * All that support needs to know of one payment: its facts, other tries at the same purchase, the
 * movements of money and the events of it and of the objects that came of it (`relatedIds`: its
 * refunds and its dispute). Throws `resource_missing`. Takes no lock.
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
