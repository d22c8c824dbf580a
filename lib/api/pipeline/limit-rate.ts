import { rateLimited } from "#lib/kernel/rate-limited.ts";
import type { LimitedBucket } from "#lib/kernel/vocabulary/keys.ts";
import type { Exchange } from "./exchange.ts";
import { wantsCsv } from "./page-request.ts";
import { ruleFor } from "./rate-limits/limits.ts";
import { createMemoryLimiter, type RateLimiter } from "./rate-limits/memory-limiter.ts";

const limiter: RateLimiter = createMemoryLimiter();

function bucketOf({ request, route, bearer }: Exchange): LimitedBucket | null {
  if (route.bucket === "none" || (route.csv && wantsCsv(request))) return null;
  return bearer!.kind === "publishable" ? "tokenisations" : route.bucket;
}

/** Takes one call from the account's bucket for this kind of call. Throws `rate_limited` if it is exhausted. */
export async function limitRate(exchange: Exchange): Promise<void> {
  const bucket = bucketOf(exchange);
  if (bucket === null) return;
  const { accountId, mode, rateLimits } = exchange.bearer!;
  const rule = ruleFor(bucket, mode, rateLimits);
  exchange.rate = await limiter.take(`${accountId} ${mode} ${bucket}`, rule);
  if (exchange.rate.allowed) return;
  const message = `More than ${rule.perSecond} ${bucket} per second. Wait for Retry-After seconds and send it again.`;
  throw rateLimited(message, exchange.rate);
}
