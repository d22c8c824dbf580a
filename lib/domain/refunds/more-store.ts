import { and, eq, inArray } from "drizzle-orm";
import { db } from "#db/client.ts";
import { newestMetadataKeys, readMore } from "#db/more-columns.ts";
import { refunds as r } from "#db/schema/refunds.ts";
import { entriesFigures } from "#lib/domain/balance/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { MoreValues } from "#lib/kernel/page.ts";

const own = (ctx: Context) => and(eq(r.accountId, ctx.accountId), eq(r.mode, ctx.mode));

const KNOWN = { settlement: r.settlementId };

/** Returns the optional columns of a page of refunds, by id. The net is looked up only when asked for. Takes no lock. */
export async function moreRefundColumns(
  ctx: Context,
  ids: readonly string[],
  names: readonly string[],
): Promise<Map<string, MoreValues>> {
  const [columns, figures] = await Promise.all([
    readMore(names, { known: KNOWN, metadata: r.metadata }, (more) =>
      db()
        .select({ id: r.id, more })
        .from(r)
        .where(and(own(ctx), inArray(r.id, ids as Id<"re">[]))),
    ),
    names.includes("net") ? entriesFigures(ctx, "refund", ids) : null,
  ]);
  if (!figures) return columns;
  return new Map(ids.map((id) => [id, { ...columns.get(id), net: figures.get(id)?.net ?? null }]));
}

/** Returns the keys in the metadata of the newest refunds. Takes no lock. */
export const refundMetadataKeys = (ctx: Context) => newestMetadataKeys(r.id, r.metadata, own(ctx));
