import type { HeadersLike } from "./platform.ts";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** A longer `Retry-After` is not waited for: the caller gets the error with it. */
const LONGEST_RETRY_AFTER_MS = 60_000;

/** Whether the same request can succeed later. Every retry has the same idempotency key, so nothing is done twice. */
export function canRetry(status: number, code: string | undefined): boolean {
  if (status === 409) return code === "idempotency_in_progress";
  return status === 429 || status >= 500;
}

/** The pause that the service asks for; null if it asks for none or for more than a minute. */
export function retryAfterMs(headers: HeadersLike): number | null {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null;
}

/** The pause before retry `number`, which begins at 0: doubles up to 8 s, and half of it is random, so that clients do
 * not return together. Null: the wait that the service asks for is too long. */
export function pauseBefore(
  number: number,
  askedMs: number | null,
  random: () => number = Math.random,
): number | null {
  if (askedMs !== null && askedMs > LONGEST_RETRY_AFTER_MS) return null;
  const full = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** number);
  const own = full / 2 + (full / 2) * random();
  return askedMs === null ? own : askedMs + (own / 4) * Math.min(1, askedMs);
}
