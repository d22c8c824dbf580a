/** Test and live are separate ledgers with separate keys (service.md §1). */
export const MODES = ["test", "live"] as const;
export type Mode = (typeof MODES)[number];
