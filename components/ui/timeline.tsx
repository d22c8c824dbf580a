import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import type { Tone } from "./status.tsx";

export type TimelineEntry = {
  id: string;
  title: ReactNode;
  at: ReactNode;
  tone?: Tone;
  detail?: ReactNode;
};

const DOTS: Record<Tone, string> = {
  neutral: "bg-ink-faint",
  info: "bg-info",
  positive: "bg-positive",
  warning: "bg-warning",
  negative: "bg-negative",
};

/** History of an object, newest first. The title states it in words; the dot is decorative. */
export function Timeline({ label, entries }: { label: string; entries: readonly TimelineEntry[] }) {
  return (
    <ol aria-label={label} className="flex flex-col">
      {entries.map((entry) => (
        <li key={entry.id} className="group relative flex gap-3 pb-5 last:pb-0">
          <span
            aria-hidden
            className="absolute top-4 bottom-0 left-[3.5px] w-px bg-line group-last:hidden"
          />
          <span
            aria-hidden
            className={cx("mt-1.5 size-2 shrink-0 rounded-full", DOTS[entry.tone ?? "neutral"])}
          />
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="text-13 font-medium">{entry.title}</span>
              <span className="text-12 text-ink-faint tabular-nums">{entry.at}</span>
            </div>
            {entry.detail && <div className="mt-1 text-13 text-ink-muted">{entry.detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
