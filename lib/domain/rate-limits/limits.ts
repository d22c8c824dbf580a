import type { Mode } from "#lib/kernel/mode.ts";
import type { Rule } from "./types.ts";

export type LimitedBucket = "writes" | "reads" | "lists" | "replays" | "tokenisations";

/** Calls per second, account and mode (service.md §8; tokenisations: decisions §1). */
export const LIMITS: Readonly<Record<LimitedBucket, Record<Mode, number>>> = {
  writes: { live: 100, test: 25 },
  reads: { live: 250, test: 50 },
  lists: { live: 20, test: 10 },
  replays: { live: 10, test: 10 },
  tokenisations: { live: 100, test: 100 },
};

/** The rule for a bucket; `granted` holds what an operator gave the account instead. */
export function ruleFor(
  bucket: LimitedBucket,
  mode: Mode,
  granted: Readonly<Partial<Record<LimitedBucket, number>>> | null,
): Rule {
  const perSecond = Math.max(1, granted?.[bucket] ?? LIMITS[bucket][mode]);
  return { kind: bucket === "writes" ? "burst" : "rolling", perSecond };
}
