import { type Announcement, announcementsAbout } from "#lib/domain/events/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { idTimeMs, isId } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import { countItems, findFacts, listItems } from "./browse-store.ts";
import type { MandateFacts, MandateFilter, MandateListItem } from "./browse-types.ts";

/** The mandates that a filter leaves, newest first, with their exact number. For people: the public API's
 *  lists have a contract of their own. */
export async function browseMandates(
  ctx: Context,
  filter: MandateFilter,
  page: KeysetPage,
): Promise<KeysetSlice<MandateListItem> & { total: number }> {
  const [slice, total] = await Promise.all([listItems(ctx, filter, page), countItems(ctx, filter)]);
  return { ...slice, total };
}

export type MandateDetail = { mandate: MandateFacts; announcements: Announcement[] };

/** A mandate with what was announced of it. Throws `resource_missing`. Takes no lock. */
export async function mandateDetail(ctx: Context, id: string): Promise<MandateDetail> {
  const mandate = isId("mdt", id) ? await findFacts(ctx, id) : null;
  if (!mandate) throw missing("mandate", id);
  const announcements = await announcementsAbout(ctx, [mandate.id], idTimeMs(mandate.id));
  return { mandate, announcements };
}
