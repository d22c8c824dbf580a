import { nowMs, SECOND_MS } from "./clock.ts";
import { noticeUnavailable } from "./database-trouble.ts";
import { log } from "./log.ts";

const LOG_EVERY_MS = 10 * SECOND_MS;

/** When each kind of error was last logged, and how often it occurred since. */
const logged = new Map<string, { atMs: number; since: number }>();

/**
 * Logs an error of work that is retried: the first immediately, the same error (by its message, from any caller) at most
 * every 10 s with the number of times in between. So a database outage of an hour does not fill the log. Each refused write
 * counts for `/readyz`.
 */
export function logTrouble(message: string, error: unknown, fields: object = {}): void {
  noticeUnavailable(error);
  const kind = kindOf(error);
  const before = logged.get(kind);
  const ms = nowMs();
  if (before && ms - before.atMs < LOG_EVERY_MS) {
    before.since++;
    return;
  }
  // Bounds memory for errors whose messages differ each time.
  if (logged.size > 100) logged.clear();
  logged.set(kind, { atMs: ms, since: 0 });
  log.error(message, { error, ...fields, ...(before?.since ? { timesSince: before.since } : {}) });
}

/** The name and message of the first cause: errors that wrap it contain queries and their values. */
function kindOf(error: unknown): string {
  let first = error;
  while (first instanceof Error && first.cause instanceof Error) first = first.cause;
  return first instanceof Error ? `${first.name} ${first.message}` : String(first);
}

/** The pause after `failures` failures in a row: `firstMs`, doubled up to `mostMs`. */
export function backOffMs(failures: number, firstMs: number, mostMs: number): number {
  return Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 20));
}
