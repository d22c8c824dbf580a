import { SECOND_MS } from "#lib/kernel/clock.ts";
import { ApiError } from "#lib/kernel/errors.ts";

export type Verdict = {
  allowed: boolean;
  limit: number;
  /** Further calls that would be allowed now. */
  remaining: number;
  /** When the bucket is full again, in milliseconds since the epoch. */
  resetMs: number;
  /** Milliseconds until a call is allowed; 0 if this one was. */
  retryAfterMs: number;
};

/** Returns the state of a limit as response headers (service.md §8); the reset is in Unix seconds. */
export function rateHeaders(rate: Verdict): Record<string, string> {
  return {
    "Service-RateLimit-Limit": String(rate.limit),
    "Service-RateLimit-Remaining": String(rate.remaining),
    "Service-RateLimit-Reset": String(Math.ceil(rate.resetMs / SECOND_MS)),
  };
}

/** Returns the 429 of an exhausted limit, with all four headers of service.md §8. `Retry-After` is at least 1 s. */
export function rateLimited(message: string, rate: Verdict): ApiError {
  const retryAfter = Math.max(1, Math.ceil(rate.retryAfterMs / SECOND_MS));
  return new ApiError("rate_limited", message, {
    headers: { ...rateHeaders(rate), "Retry-After": String(retryAfter) },
  });
}
