import { and, eq, inArray } from "drizzle-orm";
import { db } from "#db/client.ts";
import { readMore } from "#db/more-columns.ts";
import { disputes as d } from "#db/schema/disputes.ts";
import { payments as p } from "#db/schema/payments.ts";
import { tagsText } from "#db/tags.ts";
import { LIABILITY_SQL } from "#lib/domain/payments/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { MoreValues } from "#lib/kernel/page.ts";

const KNOWN = {
  network: p.cardBrand,
  issuer: p.cardIssuer,
  issuerCountry: p.cardCountry,
  sca: p.sca,
  liability: LIABILITY_SQL,
};

/** Returns the optional columns of a page of disputes, by id, from their payments. Takes no lock. */
export function moreDisputeColumns(
  ctx: Context,
  ids: readonly string[],
  names: readonly string[],
): Promise<Map<string, MoreValues>> {
  return readMore(
    names,
    { known: { ...KNOWN, tags: tagsText(ctx, d) }, metadata: p.metadata },
    (more) =>
      db()
        .select({ id: d.id, more })
        .from(d)
        .innerJoin(p, and(eq(p.accountId, d.accountId), eq(p.id, d.paymentId)))
        .where(
          and(
            eq(d.accountId, ctx.accountId),
            eq(d.mode, ctx.mode),
            inArray(d.id, ids as Id<"dp">[]),
          ),
        ),
  );
}
