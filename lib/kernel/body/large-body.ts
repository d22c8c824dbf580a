import { nowMs, SECOND_MS } from "#lib/kernel/clock.ts";
import { runOffLoop } from "#lib/kernel/off-loop.ts";
import { rateLimited } from "../rate-limited.ts";
import type { BodyRules } from "./parse-body.ts";

/** Maximum number of large bodies that this process reads concurrently, because they are held in memory. */
const MOST_OF_ACCOUNT = 1;
const MOST_OF_ALL = 4;

const RETRY_MS = SECOND_MS;

const reading = new Set<string>();
/** Those who wait for a slot, to look again. */
const waiting = new Set<() => void>();

const mayEnter = (accountId: string) => !reading.has(accountId) && reading.size < MOST_OF_ALL;

/** Reserves the account's one slot for a body over 64 KiB and returns the function that releases it; call that once,
 *  when the request is answered. Throws `rate_limited` while the slot, or all slots of the process, are in use; its reset
 *  is the time to retry. */
export function enterLargeBody(accountId: string): () => void {
  if (!mayEnter(accountId)) {
    const why = reading.has(accountId)
      ? "Another body over 64 KiB of this account is being read. Wait for its answer."
      : "Too many bodies over 64 KiB are being read. Try again in a second.";
    throw rateLimited(why, {
      allowed: false,
      limit: MOST_OF_ACCOUNT,
      remaining: 0,
      resetMs: nowMs() + RETRY_MS,
      retryAfterMs: RETRY_MS,
    });
  }
  reading.add(accountId);
  return () => {
    reading.delete(accountId);
    wakeAll();
  };
}

/** As `enterLargeBody`, but waits up to `mostMs` for the slot before it throws: for people, who cannot see what other uploads
 *  of their account there are. */
export async function enterInTurn(accountId: string, mostMs: number): Promise<() => void> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    wakeAll();
  }, mostMs);
  try {
    while (!isLate && !mayEnter(accountId)) {
      await new Promise<void>((wake) => waiting.add(wake));
    }
    return enterLargeBody(accountId);
  } finally {
    clearTimeout(timer);
  }
}

function wakeAll(): void {
  for (const wake of waiting) wake();
  waiting.clear();
}

const TASK = new URL("./parse-body-task.ts", import.meta.url);

/** Runs `parseBody` off the event loop. Transfers `bytes`, which are unusable afterwards. Throws as `parseBody` and
 *  `runOffLoop`. */
export async function parseLargeBody(
  bytes: Uint8Array<ArrayBuffer>,
  rules: BodyRules,
): Promise<Record<string, unknown>> {
  const { result } = await runOffLoop<Record<string, unknown>, never>(TASK, { bytes, rules }, [
    bytes.buffer,
  ]);
  return result;
}
