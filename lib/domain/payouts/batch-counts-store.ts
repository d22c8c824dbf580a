import { and, eq, sql } from "drizzle-orm";
import { payoutBatches as t } from "#db/schema/payouts.ts";
import type { Tx } from "#db/transact.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { PayoutStatus } from "#lib/kernel/vocabulary/payouts.ts";

const COLUMNS = {
  settled: t.settled,
  returned: t.returned,
  failed: t.failed,
  canceled: t.canceled,
} as const;
type Counted = keyof typeof COLUMNS;
const isCounted = (status: PayoutStatus): status is Counted => status in COLUMNS;

/** Counts payouts of a batch that changed their status (`of`: their number); the last one completes the batch. Locks the
 *  batch's row until the transaction ends. */
export async function recount(
  tx: Tx,
  ctx: Context,
  batchId: Id<"pob">,
  move: { from: PayoutStatus; to: PayoutStatus; of?: number },
): Promise<void> {
  const { from, to, of = 1 } = move;
  if (!isCounted(to)) return;
  const fresh = isCounted(from) ? 0 : of;
  await tx
    .update(t)
    .set({
      [to]: sql`${COLUMNS[to]} + ${of}`,
      ...(isCounted(from) ? { [from]: sql`${COLUMNS[from]} - ${of}` } : {}),
      status: sql`case when ${t.settled} + ${t.returned} + ${t.failed} + ${t.canceled} + ${fresh} >= ${t.accepted}
        then 'completed' else ${t.status} end`,
      updatedAt: businessNow(ctx),
    })
    .where(and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode), eq(t.id, batchId)));
}
