import { DashboardError } from "../errors.ts";

/** What somebody hears who has tried too often. */
export function tooMany(retryAfterSeconds: number, what = "attempts to sign in"): DashboardError {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return new DashboardError(
    "too_many_attempts",
    `Too many ${what}. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
    { "retry-after": String(retryAfterSeconds) },
  );
}
