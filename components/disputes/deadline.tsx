"use client";

import { DAY_MS } from "#lib/kernel/clock.ts";
import { useTimeFrame } from "../time/time-context.tsx";
import { Timestamp } from "../time/timestamp.tsx";
import { cx } from "../ui/cx.ts";
import { timeLeftLabel } from "./time-left.ts";

const URGENT_MS = 3 * DAY_MS;

/** `13 days left`, from the time shown as present. */
export function TimeLeft({ to }: { to: string }) {
  const { present } = useTimeFrame();
  return <>{timeLeftLabel(Date.parse(to) - present.getTime())}</>;
}

/** The deadline of a response as a date with the time left; only the date when no response is due. */
export function Deadline({ by, open }: { by: string; open: boolean }) {
  const { present } = useTimeFrame();
  const leftMs = Date.parse(by) - present.getTime();
  if (!open) {
    return (
      <span className="text-ink-faint">
        <Timestamp value={by} form="day" />
      </span>
    );
  }
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <span className="font-medium">
        <Timestamp value={by} form="day" />
      </span>
      <span
        className={cx(
          "text-12 whitespace-nowrap tabular-nums",
          leftMs < DAY_MS
            ? "text-negative-ink"
            : leftMs < URGENT_MS
              ? "text-warning-ink"
              : "text-ink-muted",
        )}
      >
        {timeLeftLabel(leftMs)}
      </span>
    </span>
  );
}
