import { isoText, newestMetadataKeys, readOwnMore } from "#db/more-columns.ts";
import { payouts as t } from "#db/schema/payouts.ts";
import { tagsText } from "#db/tags.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { MoreValues } from "#lib/kernel/page.ts";

const KNOWN = {
  payee: t.payeeVerification,
  endToEnd: t.endToEndId,
  sent: isoText(t.sentAt),
};

/** Returns the optional columns of a page of payouts, by id. Takes no lock. */
export function morePayoutColumns(
  ctx: Context,
  ids: readonly string[],
  names: readonly string[],
): Promise<Map<string, MoreValues>> {
  return readOwnMore(t, { ...KNOWN, tags: tagsText(ctx, t) }, { owner: ctx, ids, names });
}

/** Returns the keys in the metadata of the newest payouts. Takes no lock. */
export const payoutMetadataKeys = (ctx: Context) => newestMetadataKeys(t, ctx);
