import { transact } from "#db/transact.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, missing } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { createKeyIn } from "./create-key.ts";
import * as store from "./store.ts";
import type { NewKey } from "./types.ts";

/**
 * Makes the second key of a rotation: same kind, scopes and addresses, its lineage recorded. Both keys
 * authorise requests until the first is revoked. Locks the first key's row against a revocation at
 * the same moment. Throws `resource_missing`, or `state_invalid` when the key works no longer.
 */
export async function rotateKey(
  ctx: Context,
  keyId: string,
  request: { name?: string; expiresAt?: Date | null } = {},
): Promise<NewKey> {
  return await transact(async (tx) => {
    const old = await store.lockKey(tx, ctx, keyId as Id<"key">);
    if (!old) throw missing("key", keyId);
    if (old.revokedAt || (old.expiresAt && old.expiresAt <= now())) {
      throw new ApiError("state_invalid", "This key works no longer; create a new one instead.");
    }
    return await createKeyIn(tx, ctx, {
      kind: old.kind,
      name: request.name ?? successorName(old.name),
      scopes: old.scopes,
      addresses: old.addresses,
      expiresAt: request.expiresAt ?? null,
      rotatedFrom: old.id,
    });
  });
}

/** "Server" → "Server (2)" → "Server (3)". */
function successorName(name: string): string {
  const numbered = /^(.*) \((\d{1,4})\)$/.exec(name);
  const [base, number] = numbered ? [numbered[1]!, Number(numbered[2]) + 1] : [name, 2];
  return `${base.slice(0, 70)} (${number})`;
}
