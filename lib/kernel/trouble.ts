import { nowMs, SECOND_MS } from "./clock.ts";
import { log } from "./log.ts";

const SAY_EVERY_MS = 10 * SECOND_MS;

/** When each kind of trouble was last said, and how often it came since. */
const said = new Map<string, { atMs: number; since: number }>();

/**
 * Logs a failure of something that is tried again and again: the first at once, the same one (by what
 * the error says, whoever meets it) at most every ten seconds, with how often it came meanwhile. So
 * a database that is away for an hour does not fill the log.
 */
export function logTrouble(message: string, error: unknown, fields: object = {}): void {
  const kind = kindOf(error);
  const before = said.get(kind);
  const ms = nowMs();
  if (before && ms - before.atMs < SAY_EVERY_MS) {
    before.since++;
    return;
  }
  // Errors that name something of their own must not be kept for ever.
  if (said.size > 100) said.clear();
  said.set(kind, { atMs: ms, since: 0 });
  log.error(message, { error, ...fields, ...(before?.since ? { timesSince: before.since } : {}) });
}

/** What the first cause says: what wraps it names queries and their values. */
function kindOf(error: unknown): string {
  let first = error;
  while (first instanceof Error && first.cause instanceof Error) first = first.cause;
  return first instanceof Error ? `${first.name} ${first.message}` : String(first);
}

/** How long to wait after so many failures in a row: doubling from `firstMs`, at most `mostMs`. */
export function backOffMs(failures: number, firstMs: number, mostMs: number): number {
  return Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 20));
}
