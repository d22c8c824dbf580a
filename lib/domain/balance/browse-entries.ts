import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { keptCounts } from "#lib/kernel/kept-when-large.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { countEntryItems, listEntryItems } from "./browse-store.ts";
import type { EntryFilter, EntryListItem } from "./browse-types.ts";
import * as store from "./store.ts";
import type { Entry } from "./types.ts";

const counts = keptCounts();

/** The movements of funds that a filter leaves, newest first, with their number: exact, or of the last ten
 *  seconds where there are very many. For people: the
 *  public API's lists have a contract of their own. */
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

/** What a payment's capture brought and cost; null while nothing is captured. */
export function findCharge(ctx: Context, paymentId: Id<"pay">): Promise<Entry | null> {
  return store.findBySource(ctx, paymentId, "charge");
}
