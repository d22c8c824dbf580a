export { LIMITS, type LimitedBucket, ruleFor } from "./limits.ts";
export { createMemoryLimiter } from "./memory-limiter.ts";
export type { RateLimiter, Rule, Verdict } from "./types.ts";
