import type { LimitedBucket } from "./keys.ts";
import type { Mode } from "./modes.ts";

/** Calls per second for each account and mode (service.md §8; tokenisations: decisions §1), unless an operator raised
 *  them. */
export const RATE_LIMITS: Readonly<Record<LimitedBucket, Readonly<Record<Mode, number>>>> = {
  writes: { live: 100, test: 25 },
  reads: { live: 250, test: 50 },
  lists: { live: 20, test: 10 },
  replays: { live: 10, test: 10 },
  tokenisations: { live: 100, test: 100 },
};
