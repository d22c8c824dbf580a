/** How often a bucket may be drawn from. */
export type Rule =
  /** Refills steadily and absorbs bursts of up to twice a second's worth. */
  | { kind: "burst"; perSecond: number }
  /** Never more than this in any rolling second. */
  | { kind: "rolling"; perSecond: number };

export type Verdict = {
  allowed: boolean;
  limit: number;
  /** Calls that would be allowed at this moment, after this one. */
  remaining: number;
  /** When the bucket has all of its room again: milliseconds since the epoch. */
  resetMs: number;
  /** How long until one call would be allowed; 0 when this one was. */
  retryAfterMs: number;
};

/** Where the counts are kept: this process now, a shared store when there are several. */
export type RateLimiter = {
  /** Draws once from the bucket `name`, unless it is exhausted. */
  take(name: string, rule: Rule): Verdict | Promise<Verdict>;
};
