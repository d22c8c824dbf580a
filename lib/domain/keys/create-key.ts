import { type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { parseRange } from "#lib/kernel/address-ranges.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { decryptSecret, encryptSecret, keyedHash } from "#lib/kernel/crypto.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { hintOf, makeKey } from "./key-format.ts";
import * as store from "./store.ts";
import { type KeyKind, type NewKey, SCOPE_RESOURCES } from "./types.ts";

type KeyRequest = {
  kind: KeyKind;
  name: string;
  /** Null or absent: unrestricted. Secret keys only. */
  scopes?: readonly string[] | null;
  /** The only addresses and CIDR ranges that requests may come from. Null or absent: anywhere. Secret keys only. */
  addresses?: readonly string[] | null;
  expiresAt?: Date | null;
};

const MAX_NAME = 80;
const SCOPES = new Set(SCOPE_RESOURCES.flatMap((name) => [`${name}:read`, `${name}:write`]));

/** Makes a key and answers its plaintext, this once. Throws `parameter_invalid` on an empty name,
 *  an unknown scope, scopes or addresses on a publishable key, a malformed address, or an expiry in the past. */
export async function createKey(ctx: Context, request: KeyRequest): Promise<NewKey> {
  return await transact((tx) => createKeyIn(tx, ctx, request));
}

/** The same inside a caller's transaction. `createdBy`: the user who answers for it, where that is not who asks. */
export async function createKeyIn(
  tx: Tx,
  ctx: Context,
  request: KeyRequest & Partial<Pick<NewKey["key"], "rotatedFrom" | "createdBy">>,
): Promise<NewKey> {
  const plaintext = makeKey(request.kind, ctx.mode);
  const key = await store.insertKey(tx, {
    accountId: ctx.accountId,
    id: newId("key"),
    mode: ctx.mode,
    kind: request.kind,
    name: checkedName(request.name),
    hash: keyedHash("api-key-hash", plaintext),
    hint: hintOf(plaintext),
    publishableValue: request.kind === "publishable" ? plaintext : null,
    scopes: checkedScopes(request),
    addresses: checkedAddresses(request),
    expiresAt: checkedExpiry(request.expiresAt),
    rotatedFrom: request.rotatedFrom ?? null,
    createdBy: request.createdBy ?? actorName(ctx),
    createdAt: now(),
  });
  const { id, name, kind, scopes, addresses, expiresAt, rotatedFrom } = key;
  await recordChangeIn(tx, ctx, {
    action: rotatedFrom ? "key.rotated" : "key.created",
    subject: { id, name },
    after: {
      name,
      kind,
      scopes: scopes ?? "all",
      ...(addresses && { addresses }),
      expiresAt,
      rotatedFrom,
    },
  });
  return { key, plaintext };
}

/** Makes the key with which the dashboard's own shell calls /v1: its secret stays on the server,
 *  encrypted and bound to the key's id. One per account and mode. */
export async function createManagedKeyIn(tx: Tx, ctx: Context): Promise<void> {
  const plaintext = makeKey("secret", ctx.mode);
  const id = newId("key");
  await store.insertKey(tx, {
    accountId: ctx.accountId,
    id,
    mode: ctx.mode,
    kind: "secret",
    name: "Dashboard",
    hash: keyedHash("api-key-hash", plaintext),
    hint: hintOf(plaintext),
    managed: true,
    managedSecret: encryptSecret(plaintext, id),
    createdBy: actorName(ctx),
    createdAt: now(),
  });
}

/** The plaintext of the dashboard's own key. It must not leave the server. */
export async function getManagedSecret(ctx: Context): Promise<string> {
  const found = await store.findManagedSecret(ctx);
  if (!found) throw new Error(`account ${ctx.accountId} has no managed key in ${ctx.mode} mode`);
  return decryptSecret(found.secret, found.id);
}

/** Trims a key's name. Throws `parameter_invalid` when nothing is left or too much. */
function checkedName(name: string): string {
  const trimmed = name.trim();
  if (!trimmed) throw invalid("name", "Give the key a name that says where it is used.");
  if (trimmed.length > MAX_NAME) {
    throw invalid("name", `The name may have at most ${MAX_NAME} characters.`);
  }
  return trimmed;
}

export function checkedScopes({ kind, scopes }: KeyRequest): string[] | null {
  if (!scopes) return null;
  if (kind === "publishable") throw invalid("scopes", "A publishable key cannot be restricted.");
  if (scopes.length === 0) throw invalid("scopes", "Choose at least one scope.");
  const unknown = scopes.find((scope) => !SCOPES.has(scope as never));
  if (unknown !== undefined) throw invalid("scopes", `Unknown scope: ${unknown.slice(0, 60)}`);
  return [...new Set(scopes)].sort();
}

function checkedExpiry(expiresAt: Date | null | undefined): Date | null {
  if (!expiresAt) return null;
  if (Number.isNaN(expiresAt.getTime())) throw invalid("expires_at", "That is not a date.");
  if (expiresAt <= now()) throw invalid("expires_at", "The key would have expired already.");
  return expiresAt;
}

const MAX_ADDRESSES = 50;

/**
 * The addresses and CIDR ranges that a key may be used from, each once; null: from anywhere. Throws `parameter_invalid`
 * (`addresses`) on a malformed entry, an empty list or more than 50 entries, and for a publishable key.
 */
export function checkedAddresses({
  kind,
  addresses,
}: {
  kind: KeyKind;
  addresses?: readonly string[] | null;
}): string[] | null {
  if (!addresses) return null;
  if (kind === "publishable") {
    throw invalid(
      "addresses",
      "A publishable key has no list of addresses: payers' browsers use it.",
    );
  }
  if (addresses.length === 0) throw invalid("addresses", "Name at least one address, or no list.");
  if (addresses.length > MAX_ADDRESSES) {
    throw invalid("addresses", `A key may have at most ${MAX_ADDRESSES} addresses and ranges.`);
  }
  const ranges = addresses.map((entry) => {
    const text = entry.trim();
    const parsed = parseRange(text);
    if ("range" in parsed) return parsed.range;
    throw invalid("addresses", `"${text.slice(0, 60)}" ${parsed.fault}.`);
  });
  return [...new Set(ranges)];
}

/** Who made or revoked a key, as kept with it: a user's or a key's id, or a part of the system. */
export function actorName({ actor }: Context): string {
  if (actor.type === "key") return actor.keyId;
  return actor.type === "member" ? actor.userId : actor.name;
}
