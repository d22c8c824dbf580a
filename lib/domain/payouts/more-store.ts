import { and, eq, inArray } from "drizzle-orm";
import { db } from "#db/client.ts";
import { isoText, newestMetadataKeys, readMore } from "#db/more-columns.ts";
import { payouts as t } from "#db/schema/payouts.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { MoreValues } from "#lib/kernel/page.ts";

const own = (ctx: Context) => and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode));

const KNOWN = { payee: t.payeeVerification, endToEnd: t.endToEndId, sent: isoText(t.sentAt) };

/** Returns the optional columns of a page of payouts, by id. Takes no lock. */
export function morePayoutColumns(
  ctx: Context,
  ids: readonly string[],
  names: readonly string[],
): Promise<Map<string, MoreValues>> {
  return readMore(names, { known: KNOWN, metadata: t.metadata }, (more) =>
    db()
      .select({ id: t.id, more })
      .from(t)
      .where(and(own(ctx), inArray(t.id, ids as Id<"po">[]))),
  );
}

/** Returns the keys in the metadata of the newest payouts. Takes no lock. */
export const payoutMetadataKeys = (ctx: Context) => newestMetadataKeys(t.id, t.metadata, own(ctx));
