import { transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, missing } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { actorName } from "./actor-name.ts";
import * as store from "./store.ts";
import type { ApiKey } from "./types.ts";

/**
 * Ends a key for good: once this has returned, no process accepts it (service.md §5.4). There is no
 * way back. Throws `resource_missing` for another account's or mode's key and for the dashboard's
 * own, `state_invalid` when it is revoked already.
 */
export async function revokeKey(ctx: Context, keyId: string): Promise<ApiKey> {
  const revoked = await transact(async (tx) => {
    const key = await store.markRevoked(tx, ctx, keyId as Id<"key">, now(), actorName(ctx));
    if (key) {
      const subject = { id: key.id, name: key.name };
      await recordChangeIn(tx, ctx, { action: "key.revoked", subject });
    }
    return key;
  });
  if (revoked) return revoked;
  const key = await store.findKey(ctx, keyId as Id<"key">);
  if (!key) throw missing("key", keyId);
  throw new ApiError("state_invalid", "This key is revoked already.");
}
