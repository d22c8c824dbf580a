import { invalid } from "./errors.ts";

export type Metadata = Record<string, string>;

/** Most pairs that an object can carry (decisions §2). */
export const MAX_METADATA_KEYS = 50;

/** What is kept after a merchant gave `changes`: merged, an empty value takes its key away. Throws
 *  `parameter_invalid` when more than fifty would remain. */
export function mergeMetadata(current: Metadata, changes: Metadata | undefined): Metadata {
  if (!changes) return current;
  const merged = new Map(Object.entries(current));
  for (const [key, value] of Object.entries(changes)) {
    if (value === "") merged.delete(key);
    else merged.set(key, value);
  }
  if (merged.size > MAX_METADATA_KEYS) {
    throw invalid("metadata", `At most ${MAX_METADATA_KEYS} keys are possible.`);
  }
  return Object.fromEntries(merged);
}
