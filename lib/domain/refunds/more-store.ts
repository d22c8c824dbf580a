import { newestMetadataKeys, readOwnMore } from "#db/more-columns.ts";
import { refunds as r } from "#db/schema/refunds.ts";
import { entriesFigures } from "#lib/domain/balance/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { MoreValues } from "#lib/kernel/page.ts";

const KNOWN = { settlement: r.settlementId };

/** Returns the optional columns of a page of refunds, by id. The net is looked up only when asked for. Takes no lock. */
export async function moreRefundColumns(
  ctx: Context,
  ids: readonly string[],
  names: readonly string[],
): Promise<Map<string, MoreValues>> {
  const [columns, figures] = await Promise.all([
    readOwnMore(r, KNOWN, { owner: ctx, ids, names }),
    names.includes("net") ? entriesFigures(ctx, "refund", ids) : null,
  ]);
  if (!figures) return columns;
  return new Map(ids.map((id) => [id, { ...columns.get(id), net: figures.get(id)?.net ?? null }]));
}

/** Returns the keys in the metadata of the newest refunds. Takes no lock. */
export const refundMetadataKeys = (ctx: Context) => newestMetadataKeys(r, ctx);
