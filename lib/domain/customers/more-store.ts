import { and, eq, inArray } from "drizzle-orm";
import { db } from "#db/client.ts";
import { isoText, newestMetadataKeys, readMore } from "#db/more-columns.ts";
import { customers as c } from "#db/schema/customers.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { MoreValues } from "#lib/kernel/page.ts";

const own = (ctx: Context) => and(eq(c.accountId, ctx.accountId), eq(c.mode, ctx.mode));

const KNOWN = { updated: isoText(c.updatedAt) };

/** Returns the optional columns of a page of customers, by id. Takes no lock. */
export function moreCustomerColumns(
  ctx: Context,
  ids: readonly string[],
  names: readonly string[],
): Promise<Map<string, MoreValues>> {
  return readMore(names, { known: KNOWN, metadata: c.metadata }, (more) =>
    db()
      .select({ id: c.id, more })
      .from(c)
      .where(and(own(ctx), inArray(c.id, ids as Id<"cus">[]))),
  );
}

/** Returns the keys in the metadata of the newest customers. Takes no lock. */
export const customerMetadataKeys = (ctx: Context) =>
  newestMetadataKeys(c.id, c.metadata, own(ctx));
