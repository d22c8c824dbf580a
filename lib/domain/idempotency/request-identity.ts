import { canonicalBody } from "#lib/kernel/body/canonical-text.ts";
import { keyedHash } from "#lib/kernel/crypto.ts";

/**
 * Returns the hash by which two bodies are "the same" (decisions §1): of method, path and parsed parameters, independent
 * of the order of their names and of JSON or form encoding. It is keyed, because parameters could be guessed. `undefined`
 * counts as missing. `parts` holds the `canonicalPart` of large parameters that were parsed elsewhere.
 */
export function canonicalHash(
  method: string,
  path: string,
  parameters: unknown,
  parts?: Readonly<Record<string, string>>,
): Buffer {
  const text = `${method.toUpperCase()} ${path}\n${canonicalBody(parameters, parts)}`;
  return keyedHash("payload-hash", text);
}

/** The source of an `Idempotency-Key`: the merchant's server, a browser with the publishable key, or the dashboard. */
export type KeySpace = "secret" | "publishable" | "dashboard";

/**
 * Returns the name under which a key is stored. Names of different spaces differ, so that a visitor of a shop can neither
 * block a key of the merchant's server nor read its stored answer. A server's key is stored unchanged; it is printable
 * ASCII, so it cannot contain the line feed that separates the other spaces.
 */
export function scopedKey(space: KeySpace, key: string): string {
  return space === "secret" ? key : `${space}\n${key}`;
}
