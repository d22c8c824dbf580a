import { type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { checkedScopes } from "./create-key.ts";
import { keyStatus } from "./list-keys.ts";
import * as store from "./store.ts";
import type { ApiKey } from "./types.ts";

/** The user who answers for a key: whoever adopted it, or its maker. A key's id or a part of the system otherwise. */
export const personOfKey = ({ adoptedBy, createdBy }: Pick<ApiKey, "adoptedBy" | "createdBy">) =>
  adoptedBy ?? createdBy;

/**
 * Lets the member who asks answer for a secret key in its maker's place. What the key may do stays. Throws
 * `resource_missing`, and `state_invalid` for a publishable key, one that works no longer, and one that is theirs
 * already. Locks the key's row.
 */
export async function adoptKey(ctx: Context, keyId: string): Promise<ApiKey> {
  const { actor } = ctx;
  if (actor.type !== "member") throw new ApiError("key_scope", "Only people answer for keys.");
  return await transact(async (tx) => {
    const key = await lockSecret(tx, ctx, keyId);
    const before = personOfKey(key);
    if (before === actor.userId) {
      throw new ApiError("state_invalid", "You answer for this key already.");
    }
    const changed = await store.change(tx, ctx, key.id, { adoptedBy: actor.userId });
    await recordChangeIn(tx, ctx, {
      action: "key.adopted",
      subject: { id: key.id, name: key.name },
      before: { answeredForBy: before },
      after: { answeredForBy: actor.userId },
    });
    return changed;
  });
}

/**
 * Takes scopes away from a secret key, for all requests from the moment this returns. Throws `parameter_invalid`
 * (`scopes`) where one is unknown, none is left, or the key did not have one of them, and otherwise as `adoptKey`.
 * Locks the key's row.
 */
export async function narrowKey(
  ctx: Context,
  keyId: string,
  wanted: readonly string[],
): Promise<ApiKey> {
  const scopes = checkedScopes({ kind: "secret", name: "", scopes: wanted }) ?? [];
  return await transact(async (tx) => {
    const key = await lockSecret(tx, ctx, keyId);
    const gained = key.scopes && scopes.find((scope) => !key.scopes?.includes(scope));
    if (gained)
      throw invalid("scopes", `The key does not have ${gained}. It can only lose scopes.`);
    if (scopes.length === key.scopes?.length) {
      throw new ApiError("state_invalid", "The key may do just that already.");
    }
    const changed = await store.change(tx, ctx, key.id, { scopes });
    await recordChangeIn(tx, ctx, {
      action: "key.narrowed",
      subject: { id: key.id, name: key.name },
      before: { scopes: key.scopes ?? "all" },
      after: { scopes },
    });
    return changed;
  });
}

async function lockSecret(tx: Tx, ctx: Context, keyId: string): Promise<ApiKey> {
  const key = await store.lockKey(tx, ctx, keyId as Id<"key">);
  if (!key) throw missing("key", keyId);
  if (key.kind === "publishable") {
    throw new ApiError("state_invalid", "A publishable key may do the same for everybody.");
  }
  if (keyStatus(key) !== "active") {
    throw new ApiError("state_invalid", "This key is revoked or expired.");
  }
  return key;
}
