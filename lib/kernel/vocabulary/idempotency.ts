export const CALL_STATES = ["running", "finished"] as const;
/** Whether the first request with an idempotency key has its answer. */
export type CallState = (typeof CALL_STATES)[number];
