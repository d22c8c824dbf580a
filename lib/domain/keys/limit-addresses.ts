import { transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, missing } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { checkedAddresses } from "./checked-addresses.ts";
import { keyStatus } from "./list-keys.ts";
import * as store from "./store.ts";
import type { ApiKey } from "./types.ts";

/**
 * Limits a secret key to requests from these addresses and CIDR ranges; null: from anywhere. Every process
 * applies it from the moment this returns, because none of them caches keys. Locks the key's row. Throws
 * `parameter_invalid` (`addresses`) on a malformed entry, an empty list or more than 50 entries, and for a
 * publishable key: payers' browsers use it, from any address. Throws `resource_missing`, or `state_invalid`
 * when the key is revoked or expired.
 */
export async function limitAddresses(
  ctx: Context,
  keyId: string,
  wanted: readonly string[] | null,
): Promise<ApiKey> {
  return await transact(async (tx) => {
    const key = await store.lockKey(tx, ctx, keyId as Id<"key">);
    if (!key) throw missing("key", keyId);
    const addresses = checkedAddresses({ kind: key.kind, addresses: wanted });
    if (keyStatus(key) !== "active") {
      throw new ApiError("state_invalid", "This key is revoked or expired.");
    }
    const changed = await store.setAddresses(tx, ctx, key.id, addresses);
    await recordChangeIn(tx, ctx, {
      action: "key.addresses_changed",
      subject: { id: key.id, name: key.name },
      before: { addresses: key.addresses ?? "any" },
      after: { addresses: addresses ?? "any" },
    });
    return changed;
  });
}
