import { env } from "#lib/kernel/env.ts";
import { defineCounter } from "#lib/kernel/figures.ts";
import { rateLimited } from "#lib/kernel/rate-limited.ts";
import type { LimitedBucket } from "#lib/kernel/vocabulary/keys.ts";
import type { Exchange } from "./exchange.ts";
import { wantsCsv } from "./page-request.ts";
import { ruleFor } from "./rate-limits/limits.ts";
import { createMemoryLimiter, type RateLimiter } from "./rate-limits/memory-limiter.ts";
import { createSharedLimiter } from "./rate-limits/shared-limiter.ts";

const limited = defineCounter<"bucket">(
  "paydesk_rate_limited_total",
  "Calls that this process refused with 429, by the kind of call.",
);

let limiter: (RateLimiter & Partial<ReturnType<typeof createSharedLimiter>>) | undefined;

/** Counts calls in the store that all web processes share, or in this process without one. */
function theLimiter() {
  const { redisUrl } = env;
  const memory = createMemoryLimiter;
  limiter ??= redisUrl ? createSharedLimiter(redisUrl, memory()) : memory();
  return limiter;
}

/** Connects to the shared store, if there is one. Resolves after a second if it does not answer. */
export async function openRateLimits(): Promise<void> {
  await theLimiter().opened?.();
}

/** Leaves the shared store. */
export async function closeRateLimits(): Promise<void> {
  await limiter?.close?.();
  limiter = undefined;
}

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
  exchange.rate = await theLimiter().take(`${accountId} ${mode} ${bucket}`, rule);
  if (exchange.rate.allowed) return;
  limited.add({ bucket });
  const message = `More than ${rule.perSecond} ${bucket} per second. Wait for Retry-After seconds and send it again.`;
  throw rateLimited(message, exchange.rate);
}
