import { isoText, newestMetadataKeys, readOwnMore } from "#db/more-columns.ts";
import { customers as c } from "#db/schema/customers.ts";
import { tagsText } from "#db/tags.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { MoreValues } from "#lib/kernel/page.ts";

const UPDATED = isoText(c.updatedAt);

/** Returns the optional columns of a page of customers, by id. Takes no lock. */
export function moreCustomerColumns(
  ctx: Context,
  ids: readonly string[],
  names: readonly string[],
): Promise<Map<string, MoreValues>> {
  return readOwnMore(c, { tags: tagsText(ctx, c), updated: UPDATED }, { owner: ctx, ids, names });
}

/** Returns the keys in the metadata of the newest customers. Takes no lock. */
export const customerMetadataKeys = (ctx: Context) => newestMetadataKeys(c, ctx);
