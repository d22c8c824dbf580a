import { type ReactNode, useId } from "react";
import { cx } from "./cx.ts";

export type ProgressProps = {
  label: ReactNode;
  /** Null while the total is unknown. */
  value: number | null;
  max: number;
  /** "412 of 1,200 · 10/s · about 80 s left" */
  detail?: ReactNode;
};

/** The progress of a long job. */
export function Progress({ label, value, max, detail }: ProgressProps) {
  const id = useId();
  return (
    <div
      role="progressbar"
      aria-labelledby={id}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value ?? undefined}
      className="flex flex-col gap-1.5"
    >
      <span className="flex items-baseline justify-between gap-4 text-13">
        <span id={id} className="font-medium">
          {label}
        </span>
        {detail && <span className="text-12 text-ink-faint tabular-nums">{detail}</span>}
      </span>
      <div className="h-1.5 overflow-hidden rounded-full bg-surface-hover">
        <div
          style={value === null ? undefined : { width: `${(100 * value) / max}%` }}
          className={cx(
            "h-full rounded-full bg-accent transition-[width]",
            value === null && "w-1/3 animate-pulse",
          )}
        />
      </div>
    </div>
  );
}
