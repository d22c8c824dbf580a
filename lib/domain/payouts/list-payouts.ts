import { type EventWithDeliveries, eventsAbout } from "#lib/domain/events/index.ts";
import { type Transfer, transfersOf } from "#lib/domain/ledger/index.ts";
import { readPayoutBalance } from "#lib/domain/payout-balance/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { idTimeMs, isId } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import type {
  ApprovalState,
  BatchStatus,
  PayoutRail,
  PayoutStatus,
} from "#lib/kernel/vocabulary/payouts.ts";

import * as batches from "./batches/batch-store.ts";
import {
  type BatchFilter,
  type BatchListItem,
  countBatchItems,
  countPayoutItems,
  findPayoutListItem,
  listBatchItems,
  listPayoutItems,
  type PayoutFilter,
  type PayoutListItem,
} from "./browse-store.ts";
import { CORRIDORS } from "./corridors.ts";
import { approvedCorridorsIn } from "./create-payout.ts";
import * as store from "./store.ts";
import type { Payout, PayoutBatch } from "./types.ts";

/** Filters and page of the API's list of payouts. */
export type ListPayoutsRequest = PageRequest & {
  status?: PayoutStatus | undefined;
  currency?: string | undefined;
  batch?: string | undefined;
  approval?: ApprovalState | undefined;
  created?: CreatedRange | undefined;
};

/** One page of payouts, newest first. Throws `parameter_invalid` for a cursor that is not a payout's id. Takes no
 *  lock. */
export async function listPayouts(
  ctx: Context,
  request: ListPayoutsRequest,
): Promise<Page<Payout>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}

/** Throws `resource_missing`, also for a payout of another account or mode. */
export async function getPayout(ctx: Context, id: string): Promise<Payout> {
  const payout = await store.find(ctx, id);
  if (!payout) throw missing("payout", id);
  return payout;
}

/** One page of the payouts that match a filter, newest first, with their exact total. For the dashboard. */
export async function browsePayouts(
  ctx: Context,
  filter: PayoutFilter,
  page: KeysetPage,
): Promise<KeysetSlice<PayoutListItem> & { total: number }> {
  const [slice, total] = await Promise.all([
    listPayoutItems(ctx, filter, page),
    countPayoutItems(ctx, filter),
  ]);
  return { ...slice, total };
}

/** One page of the batches that match a filter, newest first, with their exact total. For the dashboard. */
export async function browseBatches(
  ctx: Context,
  filter: BatchFilter,
  page: KeysetPage,
): Promise<KeysetSlice<BatchListItem> & { total: number }> {
  const [slice, total] = await Promise.all([
    listBatchItems(ctx, filter, page),
    countBatchItems(ctx, filter),
  ]);
  return { ...slice, total };
}

export type PayoutDetail = {
  payout: PayoutListItem;
  transfers: Transfer[];
  events: EventWithDeliveries[];
};

/** A payout with its ledger transfers and events. Throws `resource_missing`. */
export async function payoutDetail(ctx: Context, id: string): Promise<PayoutDetail> {
  const payout = isId("po", id) ? await findPayoutListItem(ctx, id) : null;
  if (!payout) throw missing("payout", id);
  const [transfers, events] = await Promise.all([
    transfersOf(ctx, [payout.id]),
    eventsAbout(ctx, [payout.id], idTimeMs(payout.id)),
  ]);
  return { payout, transfers, events };
}

/** A currency in which payouts are possible, with the account's balance. */
export type PayoutOffer = {
  currency: string;
  isApproved: boolean;
  balanceMinor: bigint;
  rails: readonly PayoutRail[];
  takesIban: boolean;
  /** The format of account numbers; null if only IBANs are accepted. */
  account: { country: string; sortCodeLabel: string; accountNumberLabel: string } | null;
  maxReference: number;
};

/** Every corridor, with the operator's approval and the account's balance. Takes no lock. */
export async function payoutOffers(ctx: Context): Promise<PayoutOffer[]> {
  const [approved, funds] = await Promise.all([
    approvedCorridorsIn(null, ctx),
    readPayoutBalance(ctx),
  ]);
  return Object.entries(CORRIDORS).map(([currency, corridor]) => ({
    currency,
    isApproved: approved.has(currency),
    balanceMinor: funds.find((one) => one.currency === currency)?.amountMinor ?? 0n,
    rails: corridor.rails,
    takesIban: corridor.ibans === "sepa" || corridor.ibans.length > 0,
    account: corridor.account && {
      country: corridor.account.country,
      sortCodeLabel: corridor.account.sortCode?.label ?? "",
      accountNumberLabel: corridor.account.accountNumber.label,
    },
    maxReference: corridor.maxReference,
  }));
}

/** Filters and page of the API's list of batches. */
export type ListBatchesRequest = PageRequest & {
  status?: BatchStatus | undefined;
  created?: CreatedRange | undefined;
};

/** One page of batches, newest first. Throws `parameter_invalid` for a cursor that is not a batch's id. Takes no lock. */
export async function listPayoutBatches(
  ctx: Context,
  request: ListBatchesRequest,
): Promise<Page<PayoutBatch>> {
  await checkCursor(request, async (id) => (await batches.find(ctx, id)) !== null);
  return await batches.list(ctx, request);
}

/** Throws `resource_missing`, also for a batch of another account or mode. */
export async function getPayoutBatch(ctx: Context, id: string): Promise<PayoutBatch> {
  const batch = await batches.find(ctx, id);
  if (!batch) throw missing("payout batch", id);
  return batch;
}
