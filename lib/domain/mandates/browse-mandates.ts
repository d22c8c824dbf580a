import { type Announcement, announcementsAbout } from "#lib/domain/events/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { idTimeMs, isId } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/keyset.ts";
import { countLines, findFacts, listLines } from "./browse-store.ts";
import type { MandateFacts, MandateFilter, MandateLine } from "./browse-types.ts";

/** The mandates that a filter leaves, newest first, with their exact number. For people: the public API's
 *  lists have a contract of their own. */
export async function browseMandates(
  ctx: Context,
  filter: MandateFilter,
  page: KeysetPage,
): Promise<KeysetSlice<MandateLine> & { total: number }> {
  const [slice, total] = await Promise.all([listLines(ctx, filter, page), countLines(ctx, filter)]);
  return { ...slice, total };
}

export type MandateDossier = { mandate: MandateFacts; announcements: Announcement[] };

/** A mandate with what was announced of it. Throws `resource_missing`. Takes no lock. */
export async function mandateDossier(ctx: Context, id: string): Promise<MandateDossier> {
  const mandate = isId("mdt", id) ? await findFacts(ctx, id) : null;
  if (!mandate) throw missing("mandate", id);
  const announcements = await announcementsAbout(ctx, [mandate.id], idTimeMs(mandate.id));
  return { mandate, announcements };
}
