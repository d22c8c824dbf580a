/** Off for statements that find few rows among many: what is left goes from row to row by the indexes, whatever the
 *  statistics say of a table that was small, or of a day that was empty, when they were taken. */
export const BESIDE_INDEXES = ["enable_seqscan", "enable_hashjoin", "enable_mergejoin"] as const;

/** The same for statements whose plans are kept: an inner side that was empty when they were made is not read whole
 *  and put aside. */
export const BESIDE_INDEXES_IN_KEPT_PLANS = [...BESIDE_INDEXES, "enable_material"] as const;

/** Statements that switch settings off for the rest of their transaction. */
export const switchedOff = (names: readonly string[]) =>
  names.map((name) => `set local ${name} = off;`).join(" ");
