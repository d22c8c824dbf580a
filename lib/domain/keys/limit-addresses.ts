import { transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { parseRange } from "#lib/kernel/address-ranges.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { keyStatus } from "./list-keys.ts";
import * as store from "./store.ts";
import type { ApiKey } from "./types.ts";

const MAX_ADDRESSES = 50;

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
  const addresses = wanted && checkedAddresses(wanted);
  return await transact(async (tx) => {
    const key = await store.lockKey(tx, ctx, keyId as Id<"key">);
    if (!key) throw missing("key", keyId);
    if (key.kind === "publishable") {
      throw invalid(
        "addresses",
        "A publishable key has no list of addresses: payers' browsers use it.",
      );
    }
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

function checkedAddresses(wanted: readonly string[]): string[] {
  if (wanted.length === 0) throw invalid("addresses", "Name at least one address, or no list.");
  if (wanted.length > MAX_ADDRESSES) {
    throw invalid("addresses", `A key may have at most ${MAX_ADDRESSES} addresses and ranges.`);
  }
  const ranges = wanted.map((entry) => {
    const text = entry.trim();
    const parsed = parseRange(text);
    if ("range" in parsed) return parsed.range;
    throw invalid("addresses", `"${text.slice(0, 60)}" ${parsed.fault}.`);
  });
  return [...new Set(ranges)];
}
