import type { Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { type Metadata, mergeMetadata } from "#lib/kernel/metadata.ts";
import * as store from "./change-store.ts";
import type { Payment } from "./types.ts";

export type DetailChanges = {
  /** Null clears it; absent leaves it. */
  description?: string | null | undefined;
  /** Merged; an empty value removes its key. */
  metadata?: Metadata | undefined;
};

/**
 * Changes the merchant's own data of a payment, in any status. It moves no money, so it sends no event. Throws
 * `resource_missing`, and `parameter_invalid` for more than 50 metadata keys. Locks the payment.
 */
export async function updatePaymentIn(
  tx: Tx,
  ctx: Context,
  id: string,
  { description, metadata }: DetailChanges,
): Promise<Payment> {
  const current = await store.lock(tx, ctx, id);
  if (!current) throw missing("payment", id);
  const changed: Payment = {
    ...current,
    description: description === undefined ? current.description : description,
    metadata: mergeMetadata(current.metadata, metadata),
  };
  await store.setDetails(tx, ctx, changed);
  await recordChangeIn(tx, ctx, {
    action: "payment.details_changed",
    subject: { id },
    before: factsOf(current),
    after: factsOf(changed),
  });
  return changed;
}

const factsOf = ({ description, metadata }: Payment) => ({
  description,
  metadata: Object.entries(metadata).map(([key, value]) => `${key}: ${value}`),
});
