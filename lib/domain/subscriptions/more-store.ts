import { isoText, newestMetadataKeys, readOwnMore } from "#db/more-columns.ts";
import { subscriptions as t } from "#db/schema/subscriptions.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { MoreValues } from "#lib/kernel/page.ts";

const KNOWN = {
  started: isoText(t.currentPeriodStart),
  trialEnd: isoText(t.trialEnd),
  mandate: t.mandateId,
};

/** Returns the optional columns of a page of subscriptions, by id. Takes no lock. */
export function moreSubscriptionColumns(
  ctx: Context,
  ids: readonly string[],
  names: readonly string[],
): Promise<Map<string, MoreValues>> {
  return readOwnMore(t, KNOWN, { owner: ctx, ids, names });
}

/** Returns the keys in the metadata of the newest subscriptions. Takes no lock. */
export const subscriptionMetadataKeys = (ctx: Context) => newestMetadataKeys(t, ctx);
