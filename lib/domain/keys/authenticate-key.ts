import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { keyedHash } from "#lib/kernel/crypto.ts";
import { looksLikeKey } from "./key-format.ts";
import { findBearer } from "./store.ts";
import type { Bearer, KnownKey } from "./types.ts";

/**
 * The account and permissions of a bearer key, or null if it is wrong, revoked or expired. Queries the database every
 * time and caches nothing, so a revoked key is refused in all processes once the revoke call has returned
 * (service.md §5.4). The lookup uses a keyed hash, so its duration reveals nothing about a partly correct guess.
 */
export async function authenticateKey(plaintext: string): Promise<Bearer | null> {
  const known = await recogniseKey(plaintext);
  return known === null || known.lapsed ? null : known;
}

/** As `authenticateKey`, but also returns revoked and expired keys (`lapsed`), whose continued use their account should
 *  see. */
export async function recogniseKey(plaintext: string): Promise<KnownKey | null> {
  if (!looksLikeKey(plaintext)) return null;
  return await findBearer(keyedHash("api-key-hash", plaintext), dateFromMs(nowMs()));
}

/** Whether a key has the scope `needed`. Scopes are literal: `write` does not include `read`. */
export function permits(bearer: Pick<Bearer, "scopes">, needed: string): boolean {
  return bearer.scopes === null || bearer.scopes.includes(needed);
}
