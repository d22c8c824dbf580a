import { MINUTE_MS } from "#lib/kernel/clock.ts";
import { ApiError } from "#lib/kernel/errors.ts";

/** At one time, in this process: of an account, and of all of them. */
const MOST_OF_ACCOUNT = 3;
const MOST_OF_ALL = 6;

/** A client that takes nothing for so long holds up a place that others wait for. */
export const STALLED_MS = 2 * MINUTE_MS;

const running = new Map<string, number>();

/** Room for one more file that is made while it is sent, or a refusal (`rate_limited`). Answers the call
 *  that gives it back. */
export function enterExport(accountId: string): () => void {
  const ofAccount = running.get(accountId) ?? 0;
  const ofAll = [...running.values()].reduce((sum, each) => sum + each, 0);
  if (ofAccount >= MOST_OF_ACCOUNT || ofAll >= MOST_OF_ALL) {
    const whose = ofAccount >= MOST_OF_ACCOUNT ? `${ofAccount} of this account's` : "Too many";
    throw new ApiError("rate_limited", `${whose} exports are running. Wait for one to end.`, {
      headers: { "Retry-After": "5" },
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
