import type { Context } from "#lib/kernel/context.ts";
import { keptCounts } from "#lib/kernel/kept-when-large.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { countItems, listItems } from "./browse-store.ts";
import type { PaymentFilter, PaymentListItem } from "./browse-types.ts";

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
