"use client";

import { countdownText } from "./format.ts";
import { usePresentSecond } from "./use-present-second.ts";

/** The time left, to the second. Screen readers announce it once, not with every tick. */
export function Countdown({ to }: { to: string }) {
  const ms = usePresentSecond();
  return (
    <time dateTime={to} role="timer" aria-live="off" className="font-semibold tabular-nums">
      {countdownText(Date.parse(to) - ms)}
    </time>
  );
}
