import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { keyedHash } from "#lib/kernel/crypto.ts";
import { looksLikeKey } from "./key-format.ts";
import { findBearer } from "./store.ts";
import type { Bearer, KnownKey } from "./types.ts";

/**
 * Whom a bearer key speaks for, or null when it is wrong, revoked or expired. Asks the database
 * every time and keeps nothing, so a key revoked in any process is refused in all of them from the
 * moment the revoke call returns (service.md §5.4). The look-up is by keyed hash: its duration
 * tells nothing about how much of a guess was right.
 */
export async function authenticateKey(plaintext: string): Promise<Bearer | null> {
  const known = await recogniseKey(plaintext);
  return known === null || known.lapsed ? null : known;
}

/** The same, but tells also whose key it was that is revoked or expired by now (`lapsed`): it speaks for nobody
 *  any more, but its account wants to know that it is still in use. */
export async function recogniseKey(plaintext: string): Promise<KnownKey | null> {
  if (!looksLikeKey(plaintext)) return null;
  return await findBearer(keyedHash("api-key-hash", plaintext), dateFromMs(nowMs()));
}

/** Whether a key may do `needed`. A scope is taken literally: writing does not include reading. */
export function permits(bearer: Pick<Bearer, "scopes">, needed: string): boolean {
  return bearer.scopes === null || bearer.scopes.includes(needed);
}
