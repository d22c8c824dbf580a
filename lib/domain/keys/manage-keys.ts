import { inTransaction, type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { actorName, checkedAddresses, checkedScopes, createKeyIn } from "./create-key.ts";
import * as store from "./store.ts";
import type { ApiKey, KeyStatus, KeyUse, NewKey } from "./types.ts";

/** The account's keys in this mode, newest first, with their counters. Excludes the managed key, which cannot be rotated
 *  or revoked by hand. */
export async function listKeys(ctx: Context): Promise<Array<ApiKey & { use: KeyUse }>> {
  return await store.listKeys(ctx);
}

/** A key with its counters. Throws `resource_missing`. */
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
 * Creates the successor of a key, with the same kind, scopes and addresses. Both keys work until the first is revoked.
 * Locks the first key's row against a concurrent revocation. Throws `resource_missing`, and `state_invalid` if the key
 * is revoked or expired.
 */
export async function rotateKeyIn(
  tx: Tx,
  ctx: Context,
  keyId: string,
  request: { name?: string; expiresAt?: Date | null } = {},
): Promise<NewKey> {
  const old = await store.lockKey(tx, ctx, keyId as Id<"key">);
  if (!old) throw missing("key", keyId);
  const refusal = whyNotRotated(old);
  if (refusal) throw refusal;
  return await createKeyIn(tx, ctx, {
    kind: old.kind,
    name: request.name ?? successorName(old.name),
    scopes: old.scopes,
    addresses: old.addresses,
    expiresAt: request.expiresAt ?? null,
    rotatedFrom: old.id,
  });
}

/** As `rotateKeyIn`, in a transaction of its own. */
export const rotateKey = inTransaction(rotateKeyIn);

/** The refusal of a rotation, or null. */
export function whyNotRotated(key: Pick<ApiKey, "revokedAt" | "expiresAt">): ApiError | null {
  if (keyStatus(key) === "active") return null;
  return new ApiError("state_invalid", "This key is revoked or expired. Create a new one instead.");
}

/** The refusal of a revocation, or null. */
export function whyNotRevoked({ revokedAt }: Pick<ApiKey, "revokedAt">): ApiError | null {
  return revokedAt ? new ApiError("state_invalid", "This key is revoked already.") : null;
}

/** "Server" → "Server (2)" → "Server (3)". */
function successorName(name: string): string {
  const numbered = /^(.*) \((\d{1,4})\)$/.exec(name);
  const [base, number] = numbered ? [numbered[1]!, Number(numbered[2]) + 1] : [name, 2];
  return `${base.slice(0, 70)} (${number})`;
}

/**
 * Revokes a key permanently: once this has returned, no process accepts it (service.md §5.4). Throws
 * `resource_missing` for the managed key and for keys of another account or mode, and `state_invalid` if the key is
 * revoked already.
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
  throw whyNotRevoked(key) ?? new Error(`${keyId} was not revoked`);
}

/**
 * Limits a secret key to requests from these IP addresses and CIDR ranges; null: any. Applies in every process once this
 * has returned, because no process caches keys. Locks the key's row. Throws `parameter_invalid` (`addresses`) as
 * `checkedAddresses`, `resource_missing`, and `state_invalid` if the key is revoked or expired.
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

/** The user who is responsible for a key: its adopter, else its creator. May also be a key's id or a system actor. */
export const personOfKey = ({ adoptedBy, createdBy }: Pick<ApiKey, "adoptedBy" | "createdBy">) =>
  adoptedBy ?? createdBy;

/**
 * Makes the calling member responsible for a secret key in place of its creator. Scopes do not change. Throws
 * `resource_missing`, and `state_invalid` for a publishable, revoked or expired key and for one's own. Locks the key's
 * row.
 */
export async function adoptKey(ctx: Context, keyId: string): Promise<ApiKey> {
  const { actor } = ctx;
  if (actor.type !== "member") throw new ApiError("key_scope", "Only members can adopt keys.");
  return await transact(async (tx) => {
    const key = await lockSecret(tx, ctx, keyId);
    const before = personOfKey(key);
    if (before === actor.userId) {
      throw new ApiError("state_invalid", "You are responsible for this key already.");
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
 * Removes scopes from a secret key, for all requests once this has returned. Throws `parameter_invalid` (`scopes`) if a
 * scope is unknown, none is left, or the key lacks one of them, and otherwise as `adoptKey`. Locks the key's row.
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
      throw new ApiError("state_invalid", "The key has exactly these scopes already.");
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
    throw new ApiError("state_invalid", "This is not possible for a publishable key.");
  }
  if (keyStatus(key) !== "active") {
    throw new ApiError("state_invalid", "This key is revoked or expired.");
  }
  return key;
}
