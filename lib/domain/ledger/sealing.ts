/** Key of the advisory lock that a process holds while it seals or adds up. */
export const SEALING_LOCK = 7_340_009;
/** Blocks from one row of totals to the next. */
export const SEGMENT_BLOCKS = 100;
