export { enterLargeBody } from "./enter-large-body.ts";
export { LIMITS, type LimitedBucket, ruleFor } from "./limits.ts";
export { createMemoryLimiter } from "./memory-limiter.ts";
export { rateHeaders, rateLimited } from "./rate-limited.ts";
export type { RateLimiter, Rule, Verdict } from "./types.ts";
