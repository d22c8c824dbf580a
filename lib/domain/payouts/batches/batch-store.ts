import { and, eq, inArray } from "drizzle-orm";
import { db } from "#db/client.ts";
import { createdWithin, keyset, pageOf } from "#db/keyset.ts";
import { payoutBatches as t } from "#db/schema/payouts.ts";
import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { mapPage, type Page } from "#lib/kernel/page.ts";
import type { ListBatchesRequest } from "./list-batches.ts";
import type { PayoutBatch } from "./types.ts";

type Row = typeof t.$inferSelect;
const own = (ctx: Context) => and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode));

export async function insert(tx: Tx, batch: PayoutBatch): Promise<void> {
  await tx.insert(t).values(batch);
}

/** One batch of the account and mode, or null. Takes no lock. */
export async function find(ctx: Context, id: string): Promise<PayoutBatch | null> {
  const [row] = await db()
    .select()
    .from(t)
    .where(and(own(ctx), eq(t.id, id as Id<"pob">)));
  return row ? toBatch(row) : null;
}

/** Those of some batches that the account and mode have, by id. Takes no lock. */
export async function findAll(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, PayoutBatch>> {
  const rows = await db()
    .select()
    .from(t)
    .where(and(own(ctx), inArray(t.id, ids as Id<"pob">[])));
  return new Map(rows.map((row) => [row.id, toBatch(row)]));
}

/** One page, newest first. Takes no lock. */
export async function list(ctx: Context, request: ListBatchesRequest): Promise<Page<PayoutBatch>> {
  const k = keyset(t.id, request);
  const rows = await db()
    .select()
    .from(t)
    .where(
      and(
        own(ctx),
        request.status && eq(t.status, request.status),
        createdWithin(t.createdAt, request.created),
        k.where,
      ),
    )
    .orderBy(k.orderBy)
    .limit(k.limit);
  return mapPage(pageOf(rows, request), toBatch);
}

export function toBatch({ updatedAt: _, ...row }: Row): PayoutBatch {
  return row;
}
