import type { Tx } from "#db/transact.ts";
import { type EventWithDeliveries, eventsAbout } from "#lib/domain/events/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { idTimeMs, isId } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { type CreatedRange, checkCursor, type Page, type PageRequest } from "#lib/kernel/page.ts";
import type { MandateScheme, MandateStatus } from "#lib/kernel/vocabulary/mandates.ts";
import { countItems, findFacts, listItems } from "./browse-store.ts";
import * as store from "./store.ts";
import type { Mandate, MandateFacts, MandateFilter, MandateListItem } from "./types.ts";

export type ListMandatesRequest = PageRequest & {
  customer?: string | undefined;
  paymentMethod?: string | undefined;
  status?: MandateStatus | undefined;
  scheme?: MandateScheme | undefined;
  created?: CreatedRange | undefined;
};

/** Returns one page of mandates, newest first. Throws `parameter_invalid` if a cursor is not a mandate of this account
 *  and mode. Takes no lock. */
export async function listMandates(
  ctx: Context,
  request: ListMandatesRequest,
): Promise<Page<Mandate>> {
  await checkCursor(request, async (id) => (await store.find(ctx, id)) !== null);
  return await store.list(ctx, request);
}

/** Returns a mandate of this account and mode. Throws `resource_missing`. Takes no lock. */
export async function getMandate(ctx: Context, id: string): Promise<Mandate> {
  const mandate = await store.find(ctx, id);
  if (!mandate) throw missing("mandate", id);
  return mandate;
}

/** As `getMandate`, and locks the mandate until the transaction ends. */
export async function lockMandate(tx: Tx, ctx: Context, id: string): Promise<Mandate> {
  const mandate = await store.lock(tx, ctx, id);
  if (!mandate) throw missing("mandate", id);
  return mandate;
}

/** Returns the existing mandates among `ids`, by id, in one query. Takes no lock. */
export async function findMandates(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, Mandate>> {
  const found = await store.findMany(ctx, ids);
  return new Map(found.map((mandate) => [mandate.id, mandate]));
}

/** Returns a page of the mandates that match the filter, newest first, with their exact total. For the dashboard; the
 *  public API lists with `listMandates`. */
export async function browseMandates(
  ctx: Context,
  filter: MandateFilter,
  page: KeysetPage,
): Promise<KeysetSlice<MandateListItem> & { total: number }> {
  const [slice, total] = await Promise.all([listItems(ctx, filter, page), countItems(ctx, filter)]);
  return { ...slice, total };
}

export type MandateDetail = { mandate: MandateFacts; events: EventWithDeliveries[] };

/** Returns a mandate with its events. Throws `resource_missing`. Takes no lock. */
export async function mandateDetail(ctx: Context, id: string): Promise<MandateDetail> {
  const mandate = isId("mdt", id) ? await findFacts(ctx, id) : null;
  if (!mandate) throw missing("mandate", id);
  const events = await eventsAbout(ctx, [mandate.id], idTimeMs(mandate.id));
  return { mandate, events };
}
