import type { Mode } from "#lib/kernel/mode.ts";
import type { LimitedBucket } from "#lib/kernel/vocabulary/keys.ts";
import { RATE_LIMITS } from "#lib/kernel/vocabulary/rate-limits.ts";

/** The limit of a bucket. */
export type Rule =
  /** A token bucket: refills steadily and allows bursts of twice the rate. */
  | { kind: "burst"; perSecond: number }
  /** At most this many calls in any second. */
  | { kind: "rolling"; perSecond: number };

/** Returns the rule of a bucket; `granted` holds limits that an operator set for the account. */
export function ruleFor(
  bucket: LimitedBucket,
  mode: Mode,
  granted: Readonly<Partial<Record<LimitedBucket, number>>> | null,
): Rule {
  const perSecond = Math.max(1, granted?.[bucket] ?? RATE_LIMITS[bucket][mode]);
  return { kind: bucket === "writes" ? "burst" : "rolling", perSecond };
}
