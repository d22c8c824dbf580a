import { rateLimited } from "#lib/domain/rate-limits/index.ts";
import { MINUTE_MS, nowMs, SECOND_MS } from "#lib/kernel/clock.ts";

/** Exports that run at one time in this process: of one account, and of all accounts. */
const MOST_OF_ACCOUNT = 3;
const MOST_OF_ALL = 6;

/** An export ends when its client has taken it, which nobody can foretell: try again after this. */
const RETRY_MS = 5 * SECOND_MS;

/** A client that takes nothing for so long holds up a place that others wait for. */
export const STALLED_MS = 2 * MINUTE_MS;

const running = new Map<string, number>();

/** Takes one of the account's three places for an export and returns the call that gives it back. Throws
 *  `rate_limited` with the rate-limit headers when none is free; its reset is the time to try again. */
export function enterExport(accountId: string): () => void {
  const ofAccount = running.get(accountId) ?? 0;
  const ofAll = [...running.values()].reduce((sum, each) => sum + each, 0);
  if (ofAccount >= MOST_OF_ACCOUNT || ofAll >= MOST_OF_ALL) {
    const whose = ofAccount >= MOST_OF_ACCOUNT ? `${ofAccount} of this account's` : "Too many";
    throw rateLimited(`${whose} exports are running. Wait for one to end.`, {
      allowed: false,
      limit: MOST_OF_ACCOUNT,
      remaining: 0,
      resetMs: nowMs() + RETRY_MS,
      retryAfterMs: RETRY_MS,
    });
  }
  running.set(accountId, ofAccount + 1);
  let left = false;
  return () => {
    if (left) return;
    left = true;
    const now = (running.get(accountId) ?? 1) - 1;
    if (now > 0) running.set(accountId, now);
    else running.delete(accountId);
  };
}
