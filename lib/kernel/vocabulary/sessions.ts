/** Reasons why a session ended: idle time, or age. */
export const SESSION_ENDS = ["rest", "age"] as const;
export type SessionEnd = (typeof SESSION_ENDS)[number];
