import { type Announcement, announcementsAbout } from "#lib/domain/events/index.ts";
import { type Transfer, transfersOf } from "#lib/domain/ledger/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { idTimeMs, isId } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import {
  countRefundItems,
  findRefundFacts,
  listRefundItems,
  type RefundFacts,
} from "./browse-store.ts";
import type { RefundFilter, RefundListItem } from "./browse-types.ts";

/** The refunds that a filter leaves, newest first, with their exact number. For people: the public
 *  API's lists have a contract of their own. */
export async function browseRefunds(
  ctx: Context,
  filter: RefundFilter,
  page: KeysetPage,
): Promise<KeysetSlice<RefundListItem> & { total: number }> {
  const [slice, total] = await Promise.all([
    listRefundItems(ctx, filter, page),
    countRefundItems(ctx, filter),
  ]);
  return { ...slice, total };
}

export type RefundDetail = {
  refund: RefundFacts;
  transfers: Transfer[];
  announcements: Announcement[];
};

/** A refund with its movements of money and what was announced of it. Throws `resource_missing`. */
export async function refundDetail(ctx: Context, id: string): Promise<RefundDetail> {
  const refund = isId("re", id) ? await findRefundFacts(ctx, id) : null;
  if (!refund) throw missing("refund", id);
  const [transfers, announcements] = await Promise.all([
    transfersOf(ctx, [refund.id]),
    announcementsAbout(ctx, [refund.id], idTimeMs(refund.id)),
  ]);
  return { refund, transfers, announcements };
}
