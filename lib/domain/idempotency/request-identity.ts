import { canonicalBody } from "#lib/kernel/body/canonical-text.ts";
import { keyedHash } from "#lib/kernel/crypto.ts";

/**
 * The hash that decides what "the same body" is (decisions §1): method, path and parsed parameters,
 * whatever the order of their names and whether they came as JSON or as a form. Keyed, because
 * parameters may be few enough to guess. `undefined` is the same as absent. `parts` holds the
 * `canonicalPart` of large parameters that were parsed elsewhere.
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

/** Who chose an `Idempotency-Key`: the merchant's server, a browser of the merchant's shop with the
 *  publishable key, or a screen of the dashboard. */
export type KeySpace = "secret" | "publishable" | "dashboard";

/**
 * The name under which a key is stored. Each space has names of its own, so that a visitor of a shop can neither
 * block a key of the merchant's server nor read the answer stored under it. A key is printable ASCII, so the line
 * feed keeps a server's keys, which are stored as they are, from looking like those of another space.
 */
export function keyIn(space: KeySpace, key: string): string {
  return space === "secret" ? key : `${space}\n${key}`;
}
