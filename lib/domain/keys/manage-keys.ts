import { type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { actorName, checkedAddresses, checkedScopes, createKeyIn } from "./create-key.ts";
import * as store from "./store.ts";
import type { ApiKey, KeyStatus, KeyUse, NewKey } from "./types.ts";

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
