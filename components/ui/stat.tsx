import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export type StatProps = {
  label: ReactNode;
  value: ReactNode;
  /** The change vs the previous period: "+4.2 % vs previous 30 days". */
  change?: { text: string; good: boolean | null };
  note?: ReactNode;
};

const CHANGE = { good: "text-positive-ink", bad: "text-negative-ink", even: "text-ink-faint" };

/** A key figure of a page. */
export function Stat({ label, value, change, note }: StatProps) {
  const look = change?.good === true ? "good" : change?.good === false ? "bad" : "even";
  return (
    <div className="min-w-0">
      <p className="text-13 text-ink-muted">{label}</p>
      {/* A long value, such as a rate with its number, wraps to the next line: nothing is cut. */}
      <p className="mt-0.5 flex flex-wrap items-baseline gap-x-1.5 text-28 font-semibold [overflow-wrap:anywhere] tabular-nums">
        {value}
      </p>
      {change && <p className={cx("text-12 tabular-nums", CHANGE[look])}>{change.text}</p>}
      {note && <p className="text-12 text-ink-faint">{note}</p>}
    </div>
  );
}
