import { nowMs } from "./clock.ts";

/** So many answers are kept at most; the one kept longest goes first. */
const MOST_KEPT = 500;

/**
 * Keeps answers that are large for a while, in this process: of a merchant with a million payments nobody
 * sees that a count is some seconds old, and counting them for everybody who looks would keep all others
 * waiting. What is small is made anew each time, so whoever has just made their third payment sees three.
 * While a kept answer is made anew, whoever else asks is given the old one.
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

/** From so many rows on, what is counted of them is large. */
export const MANY_ROWS = 50_000;

/** Counts of rows, kept for ten seconds when they are large. */
export const keptCounts = () =>
  keptWhenLarge<number>({ forMs: 10_000, isLarge: (rows) => rows >= MANY_ROWS });
