import { useEffect, useState } from "react";
import { nowMs } from "#lib/kernel/clock.ts";

/** The window over which the rate is measured: long enough to be steady, short enough to follow a change. */
const OVER_MS = 8_000;

type Sample = { atMs: number; done: number };

/** The rate per second, from the values seen on this page; null before the second value. */
export function useRate(done: number): number | null {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    const atMs = nowMs();
    setSamples((before) => [
      ...before.filter((each) => atMs - each.atMs < OVER_MS),
      { atMs, done },
    ]);
  }, [done]);
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.atMs - first.atMs < 500) return null;
  return ((last.done - first.done) * 1_000) / (last.atMs - first.atMs);
}
