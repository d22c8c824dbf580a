import { invalid } from "./errors.ts";

export type Metadata = Record<string, string>;

/** Metadata keys per object (decisions §2). */
export const MAX_METADATA_KEYS = 50;

/** Merges `changes` into the current metadata; an empty value removes its key. Throws `parameter_invalid` for more than
 *  50 keys. */
export function mergeMetadata(current: Metadata, changes: Metadata | undefined): Metadata {
  if (!changes) return current;
  const merged = new Map(Object.entries(current));
  for (const [key, value] of Object.entries(changes)) {
    if (value === "") merged.delete(key);
    else merged.set(key, value);
  }
  if (merged.size > MAX_METADATA_KEYS) {
    throw invalid("metadata", `At most ${MAX_METADATA_KEYS} keys are allowed.`);
  }
  return Object.fromEntries(merged);
}
