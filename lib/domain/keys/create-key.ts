import { type Tx, transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { parseRange } from "#lib/kernel/address-ranges.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { decryptSecret, encryptSecret, keyedHash } from "#lib/kernel/crypto.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { KeyKind } from "#lib/kernel/vocabulary/keys.ts";
import { hintOf, makeKey } from "./key-format.ts";
import * as store from "./store.ts";
import { type NewKey, SCOPE_RESOURCES } from "./types.ts";

type KeyRequest = {
  kind: KeyKind;
  name: string;
  /** Null or undefined: unrestricted. Secret keys only. */
  scopes?: readonly string[] | null;
  /** IP addresses and CIDR ranges from which the key may be used. Null or undefined: any. Secret keys only. */
  addresses?: readonly string[] | null;
  expiresAt?: Date | null;
};

const MAX_NAME = 80;
const SCOPES = new Set(SCOPE_RESOURCES.flatMap((name) => [`${name}:read`, `${name}:write`]));

/** Creates a key and returns its plaintext, which no table of keys has. Throws `parameter_invalid` for an empty name, an
 *  unknown scope, scopes or addresses on a publishable key, a malformed address, or an expiry in the past. */
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

/** Creates the managed key, with which the dashboard's shell calls /v1. Its secret stays on the server, encrypted and
 *  bound to the key's id. One per account and mode. */
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

/** The plaintext of the managed key. It must not leave the server. */
export async function getManagedSecret(ctx: Context): Promise<string> {
  const found = await store.findManagedSecret(ctx);
  if (!found) throw new Error(`account ${ctx.accountId} has no managed key in ${ctx.mode} mode`);
  return decryptSecret(found.secret, found.id);
}

/** The trimmed name of a key. Throws `parameter_invalid` if it is empty or longer than 80 characters. */
function checkedName(name: string): string {
  const trimmed = name.trim();
  if (!trimmed) throw invalid("name", "Enter a name that says where the key is used.");
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
  if (Number.isNaN(expiresAt.getTime())) throw invalid("expires_at", "Must be a date.");
  if (expiresAt <= now()) throw invalid("expires_at", "Must be in the future.");
  return expiresAt;
}

const MAX_ADDRESSES = 50;

/**
 * The IP addresses and CIDR ranges from which a key may be used, without duplicates; null: any. Throws
 * `parameter_invalid` (`addresses`) for a malformed entry, an empty list, more than 50 entries, or a publishable key.
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
      "A publishable key cannot be limited to addresses, because payers' browsers use it.",
    );
  }
  if (addresses.length === 0) {
    throw invalid("addresses", "Must contain at least one address, or be left out.");
  }
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

/** The actor that created or revoked a key, as stored with it: a user's or key's id, or the name of a system actor. */
export function actorName({ actor }: Context): string {
  if (actor.type === "key") return actor.keyId;
  return actor.type === "member" ? actor.userId : actor.name;
}
