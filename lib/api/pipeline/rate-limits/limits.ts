import type { Mode } from "#lib/kernel/mode.ts";
import type { LimitedBucket } from "#lib/kernel/vocabulary/keys.ts";

/** The limit of a bucket. */
export type Rule =
  /** A token bucket: refills steadily and allows bursts of twice the rate. */
  | { kind: "burst"; perSecond: number }
  /** At most this many calls in any second. */
  | { kind: "rolling"; perSecond: number };

/** Calls per second for each account and mode (service.md §8; tokenisations: decisions §1). */
export const LIMITS: Readonly<Record<LimitedBucket, Record<Mode, number>>> = {
  writes: { live: 100, test: 25 },
  reads: { live: 250, test: 50 },
  lists: { live: 20, test: 10 },
  replays: { live: 10, test: 10 },
  tokenisations: { live: 100, test: 100 },
};

/** Returns the rule of a bucket; `granted` holds limits that an operator set for the account. */
export function ruleFor(
  bucket: LimitedBucket,
  mode: Mode,
  granted: Readonly<Partial<Record<LimitedBucket, number>>> | null,
): Rule {
  const perSecond = Math.max(1, granted?.[bucket] ?? LIMITS[bucket][mode]);
  return { kind: bucket === "writes" ? "burst" : "rolling", perSecond };
}
