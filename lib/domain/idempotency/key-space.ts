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
