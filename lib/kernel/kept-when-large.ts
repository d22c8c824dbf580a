import { nowMs } from "./clock.ts";

/** Results kept at most; the oldest is dropped first. */
const MOST_KEPT = 500;

/**
 * Caches large results in this process for `forMs`: a count over a million payments may be some seconds old, and counting
 * them for every reader would delay everybody. Small results are computed each time, so that a third payment shows as
 * three. While an expired result is recomputed, other callers get the old one.
 */
export function keptWhenLarge<T>(params: { forMs: number; isLarge: (answer: T) => boolean }) {
  const kept = new Map<string, { answer: T; untilMs: number }>();
  return async (about: readonly unknown[], make: () => Promise<T>): Promise<T> => {
    const key = JSON.stringify(about, (_, part) => (typeof part === "bigint" ? `${part}n` : part));
    const found = kept.get(key);
    if (found && found.untilMs > nowMs()) return found.answer;
    if (found) found.untilMs = nowMs() + params.forMs;
    const answer = await make();
    kept.delete(key);
    if (params.isLarge(answer)) kept.set(key, { answer, untilMs: nowMs() + params.forMs });
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return answer;
  };
}

/** Counts from this number of rows on are large. */
export const MANY_ROWS = 50_000;

/** Caches row counts for 10 s when they are large. */
export const keptCounts = () =>
  keptWhenLarge<number>({ forMs: 10_000, isLarge: (rows) => rows >= MANY_ROWS });
