import type { Tx } from "#db/transact.ts";
import { type EventWithDeliveries, eventsAbout } from "#lib/domain/events/index.ts";
import { type Transfer, transfersOf } from "#lib/domain/ledger/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { idTimeMs, isId } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import type { SettlementStatus } from "#lib/kernel/vocabulary/balance.ts";
import {
  countSettlementItems,
  currenciesSettled,
  listArriving,
  listSettlementItems,
  readBooks,
  sumByArrival,
  sumInTransit,
} from "./browse-store.ts";
import * as store from "./store.ts";
import type {
  ArrivalDay,
  DayRange,
  InTransit,
  Settlement,
  SettlementBooks,
  SettlementFilter,
} from "./types.ts";

export type ListSettlementsRequest = PageRequest & {
  currency?: string | undefined;
  status?: SettlementStatus | undefined;
  bankReference?: string | undefined;
  created?: CreatedRange | undefined;
};

/** Returns one page of settlements, newest first. Throws `parameter_invalid` if a cursor is not a settlement of this
 *  account and mode. Takes no lock. */
export async function listSettlements(
  ctx: Context,
  request: ListSettlementsRequest,
): Promise<Page<Settlement>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}

/** Returns a settlement of this account and mode, in the transaction `tx` if given. Throws `resource_missing`. Takes no
 *  lock. */
export async function getSettlement(ctx: Context, id: string, tx?: Tx): Promise<Settlement> {
  const settlement = await store.find(ctx, id, tx);
  if (!settlement) throw missing("settlement", id);
  return settlement;
}

/** Returns the existing settlements among `ids`, by id, in one query. Takes no lock. */
export async function findSettlements(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, Settlement>> {
  const found = await store.findMany(ctx, ids);
  return new Map(found.map((settlement) => [settlement.id, settlement]));
}

/** Returns a page of the settlements that match the filter, newest first, with their exact total. For the dashboard; the
 *  public API lists with `listSettlements`. */
export async function browseSettlements(
  ctx: Context,
  filter: SettlementFilter,
  page: KeysetPage,
): Promise<KeysetSlice<Settlement> & { total: number }> {
  const [slice, total] = await Promise.all([
    listSettlementItems(ctx, filter, page),
    countSettlementItems(ctx, filter),
  ]);
  return { ...slice, total };
}

export type SettlementDetail = {
  settlement: Settlement;
  transfers: Transfer[];
  events: EventWithDeliveries[];
};

/** Returns a settlement with its own ledger transfers and events, without its balance transactions: it can have 100,000.
 *  Throws `resource_missing`. Takes no lock. */
export async function settlementDetail(ctx: Context, id: string): Promise<SettlementDetail> {
  if (!isId("stl", id)) throw missing("settlement", id);
  const [settlement, transfers, events] = await Promise.all([
    getSettlement(ctx, id),
    transfersOf(ctx, [id]),
    eventsAbout(ctx, [id], idTimeMs(id)),
  ]);
  return { settlement, transfers, events };
}

/** Returns the settlement's net in each of the books, from one snapshot. A difference between them is a bug. Throws
 *  `resource_missing`. Takes no lock. */
export async function settlementBooks(ctx: Context, id: string): Promise<SettlementBooks> {
  const books = isId("stl", id) ? await readBooks(ctx, id) : null;
  if (!books) throw missing("settlement", id);
  return books;
}

/** Returns all settlements that arrive in a range of days, by day and then currency. Takes no lock. */
export function settlementsArriving(ctx: Context, days: DayRange): Promise<Settlement[]> {
  return listArriving(ctx, days);
}

/** Returns the sums per day of arrival and status in one currency, with their parts. Takes no lock. */
export function arrivalsByDay(
  ctx: Context,
  currency: string,
  days: DayRange,
): Promise<ArrivalDay[]> {
  return sumByArrival(ctx, currency, days);
}

/** Returns the currencies of all settlements, most settlements first. Takes no lock. */
export function settledCurrencies(ctx: Context): Promise<string[]> {
  return currenciesSettled(ctx);
}

/** Returns the sums of scheduled settlements, by currency. Takes no lock. */
export function fundsInTransit(ctx: Context): Promise<InTransit[]> {
  return sumInTransit(ctx);
}
