import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import * as store from "./store.ts";
import type { ApiKey, KeyStatus, KeyUse } from "./types.ts";

/** The account's keys in this mode, newest first, each with its counters. Without the dashboard's
 *  own key: it can be neither rotated nor revoked by hand. */
export async function listKeys(ctx: Context): Promise<Array<ApiKey & { use: KeyUse }>> {
  return await store.listKeys(ctx);
}

/** One key with its counters. Throws `resource_missing`. */
export async function getKey(ctx: Context, keyId: string): Promise<ApiKey & { use: KeyUse }> {
  const [key] = await store.listKeys(ctx, keyId as Id<"key">);
  if (!key) throw missing("key", keyId);
  return key;
}

export function keyStatus(key: Pick<ApiKey, "revokedAt" | "expiresAt">): KeyStatus {
  if (key.revokedAt) return "revoked";
  return key.expiresAt && key.expiresAt <= now() ? "expired" : "active";
}
