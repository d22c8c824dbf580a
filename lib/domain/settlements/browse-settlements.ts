import { type Announcement, announcementsAbout } from "#lib/domain/events/index.ts";
import { type Transfer, transfersOf } from "#lib/domain/ledger/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { idTimeMs, isId } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import {
  countSettlementItems,
  currenciesSettled,
  listArriving,
  listSettlementItems,
  readBooks,
  sumByArrival,
  sumInTransit,
} from "./browse-store.ts";
import type {
  ArrivalDay,
  DayRange,
  InTransit,
  SettlementBooks,
  SettlementFilter,
} from "./browse-types.ts";
import { getSettlement } from "./list-settlements.ts";
import type { Settlement } from "./types.ts";

/** The settlements that a filter leaves, newest first, with their exact number. For people: the public
 *  API's lists have a contract of their own. */
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
  announcements: Announcement[];
};

/** A settlement with its own movements of money and what was announced of it. Its rows are read apart:
 *  there may be a hundred thousand. Throws `resource_missing`. */
export async function settlementDetail(ctx: Context, id: string): Promise<SettlementDetail> {
  if (!isId("stl", id)) throw missing("settlement", id);
  const [settlement, transfers, announcements] = await Promise.all([
    getSettlement(ctx, id),
    transfersOf(ctx, [id]),
    announcementsAbout(ctx, [id], idTimeMs(id)),
  ]);
  return { settlement, transfers, announcements };
}

/** The settlement's net by each of the books, of one moment. They agree, or there is a fault to be found.
 *  Throws `resource_missing`. */
export async function settlementBooks(ctx: Context, id: string): Promise<SettlementBooks> {
  const books = isId("stl", id) ? await readBooks(ctx, id) : null;
  if (!books) throw missing("settlement", id);
  return books;
}

/** Every settlement that arrives on some days, by day and then currency. */
export function settlementsArriving(ctx: Context, days: DayRange): Promise<Settlement[]> {
  return listArriving(ctx, days);
}

/** What arrives per day in one currency, with what it is made of. */
export function arrivalsByDay(
  ctx: Context,
  currency: string,
  days: DayRange,
): Promise<ArrivalDay[]> {
  return sumByArrival(ctx, currency, days);
}

/** The currencies that were ever settled, most settlements first. */
export function settledCurrencies(ctx: Context): Promise<string[]> {
  return currenciesSettled(ctx);
}

/** What is on its way to the merchant's bank, per currency. */
export function fundsInTransit(ctx: Context): Promise<InTransit[]> {
  return sumInTransit(ctx);
}
