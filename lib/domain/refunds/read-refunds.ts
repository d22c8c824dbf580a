import { type EventWithDeliveries, eventsAbout } from "#lib/domain/events/index.ts";
import { type Transfer, transfersOf } from "#lib/domain/ledger/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { idTimeMs, isId } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import type { RefundStatus } from "#lib/kernel/vocabulary/refunds.ts";
import {
  countRefundItems,
  findRefundFacts,
  listRefundItems,
  type RefundFacts,
} from "./browse-store.ts";
import * as store from "./store.ts";
import type { Refund, RefundFilter, RefundListItem } from "./types.ts";

/** Page and filters of `listRefunds`. */
export type ListRefundsRequest = PageRequest & {
  payment?: string | undefined;
  status?: RefundStatus | undefined;
  created?: CreatedRange | undefined;
};

/** Returns one page of refunds, newest first. Throws `parameter_invalid` with the parameter's name if a cursor is not a
 *  refund of this account and mode. */
export async function listRefunds(
  ctx: Context,
  request: ListRefundsRequest,
): Promise<Page<Refund>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}

/** Returns a refund of this account and mode. Throws `resource_missing`, also for another merchant's refund. Takes no
 *  lock. */
export async function getRefund(ctx: Context, id: string): Promise<Refund> {
  const refund = await store.find(ctx, id);
  if (!refund) throw missing("refund", id);
  return refund;
}

/** Returns the existing refunds among `ids`, by id, in one query. Takes no lock. */
export async function findRefunds(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, Refund>> {
  const found = await store.findMany(ctx, ids);
  return new Map(found.map((refund) => [refund.id, refund]));
}

/** Returns a page of the refunds that match the filter, newest first, with their exact total. For the dashboard; the
 *  public API lists with `listRefunds`. */
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
  events: EventWithDeliveries[];
};

/** Returns a refund with its ledger transfers and events. Throws `resource_missing`. Takes no lock. */
export async function refundDetail(ctx: Context, id: string): Promise<RefundDetail> {
  const refund = isId("re", id) ? await findRefundFacts(ctx, id) : null;
  if (!refund) throw missing("refund", id);
  const [transfers, events] = await Promise.all([
    transfersOf(ctx, [refund.id]),
    eventsAbout(ctx, [refund.id], idTimeMs(refund.id)),
  ]);
  return { refund, transfers, events };
}
