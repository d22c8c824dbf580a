import { readPayoutBalance } from "#lib/domain/payout-balance/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { keptCounts } from "#lib/kernel/kept-when-large.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import type { EntryType, FundsStatus } from "#lib/kernel/vocabulary/balance.ts";
import { countEntryItems, listEntryItems } from "./browse-store.ts";
import * as store from "./store.ts";
import type { Entry, EntryFilter, EntryListItem } from "./types.ts";

export type Money = { amountMinor: bigint; currency: string };

export type Balance = {
  /** Booked, before the cut-off. */
  pending: Money[];
  /** After the cut-off. The next settlement takes it; a negative amount waits until it is positive. */
  available: Money[];
  /** The payout balance. */
  payouts: Money[];
};

/** Returns the merchant's acquiring balance by the account's clock, and the payout balance. Takes no lock. */
export async function readBalance(ctx: Context): Promise<Balance> {
  const [sums, payouts] = await Promise.all([
    store.unsettled(ctx, businessNow(ctx)),
    readPayoutBalance(ctx),
  ]);
  const of = (part: FundsStatus) =>
    sums.map((row) => ({ amountMinor: row[part], currency: row.currency }));
  return { pending: of("pending"), available: of("available"), payouts };
}

export type ListEntriesRequest = PageRequest & {
  type?: EntryType | undefined;
  currency?: string | undefined;
  /** The id of the object that moved the money. */
  source?: string | undefined;
  settlement?: string | undefined;
  created?: CreatedRange | undefined;
};

/** Returns one page of balance transactions, newest first. Throws `parameter_invalid` if a cursor is not a balance
 *  transaction of this account and mode. Takes no lock. */
export async function listEntries(ctx: Context, request: ListEntriesRequest): Promise<Page<Entry>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}

/** Returns a balance transaction of this account and mode. Throws `resource_missing`. Takes no lock. */
export async function getEntry(ctx: Context, id: string): Promise<Entry> {
  const entry = await store.find(ctx, id);
  if (!entry) throw missing("balance transaction", id);
  return entry;
}

const counts = keptCounts();

/** Returns a page of the balance transactions that match the filter, newest first, with their total: exact, or up to
 *  10 s old if it is large (`keptCounts`). For the dashboard; the public API lists with `listEntries`. */
export async function browseEntries(
  ctx: Context,
  filter: EntryFilter,
  page: KeysetPage,
): Promise<KeysetSlice<EntryListItem> & { total: number }> {
  const [slice, total] = await Promise.all([
    listEntryItems(ctx, filter, page),
    counts([ctx.accountId, ctx.mode, filter], () => countEntryItems(ctx, filter)),
  ]);
  return { ...slice, total };
}

/** Returns the charge of a payment: its captured amount and cost. Null while nothing is captured. Takes no lock. */
export function findCharge(ctx: Context, paymentId: Id<"pay">): Promise<Entry | null> {
  return store.findBySource(ctx, paymentId, "charge");
}
