import type { Decided, Norm, Recovery, WatchedSlice } from "./types.ts";

/** Over an outage that goes on, this test passes its threshold at most once in a thousand payments. */
const ENOUGH = Math.log(1_000);
/** The run must have so many payments, so that one approval between declines ends nothing. */
const FEWEST = 5;
/** An incident without any payment of its slice for this long is over as well. */
export const QUIET_MS = 24 * 60 * 60 * 1_000;

const LEAST_RISK = 0.3;
const MOST_RISK = 0.95;

/** The start of the test: nothing speaks for the usual rate. */
export const notRecovered = (lastMs: number): Recovery => ({
  gain: 0,
  sinceMs: null,
  of: 0,
  lastMs,
});

/**
 * Takes payments into the test whether approvals of the incident's slice are usual again, oldest first: the reverse of
 * the test that found it, usual rate against the decline rate of the incident.
 */
export function recover(
  recovery: Recovery,
  slice: WatchedSlice,
  { norm, risk }: { norm: Pick<Norm, "rate">; risk: number },
  payments: readonly Decided[],
): Recovery {
  const usual = norm.rate;
  const raised = Math.min(MOST_RISK, Math.max(LEAST_RISK, risk, usual + (1 - usual) / 4));
  let next = recovery;
  for (const { atMs, declined, values } of payments) {
    if (values[slice.dimension] !== slice.value) continue;
    const ratio = declined ? usual / raised : (1 - usual) / (1 - raised);
    const gain = next.gain + Math.log(ratio);
    next =
      gain <= 0
        ? notRecovered(atMs)
        : { gain, sinceMs: next.sinceMs ?? atMs, of: next.of + 1, lastMs: atMs };
  }
  return next;
}

/** Since when approvals are usual again, or since when there is no payment; null while the incident goes on. */
export function recoveredSince(recovery: Recovery, nowMs: number): number | null {
  const { gain, of, sinceMs, lastMs } = recovery;
  if (gain >= ENOUGH && of >= FEWEST && sinceMs !== null) return sinceMs;
  return nowMs - lastMs > QUIET_MS ? lastMs : null;
}
