"use client";

import { Progress as BaseProgress } from "@base-ui/react/progress";
import type { ReactNode } from "react";

export type ProgressProps = {
  label: ReactNode;
  /** null while the end is not known. */
  value: number | null;
  max: number;
  /** "412 of 1,200 · 10/s · about 80 s left" */
  detail?: ReactNode;
};

/** How far a long job is; the page may be left meanwhile. */
export function Progress({ label, value, max, detail }: ProgressProps) {
  return (
    <BaseProgress.Root value={value} max={max} className="flex flex-col gap-1.5">
      <span className="flex items-baseline justify-between gap-4 text-13">
        <BaseProgress.Label className="font-medium">{label}</BaseProgress.Label>
        {detail && <span className="text-12 text-ink-faint tabular-nums">{detail}</span>}
      </span>
      <BaseProgress.Track className="h-1.5 overflow-hidden rounded-full bg-surface-hover">
        <BaseProgress.Indicator className="h-full rounded-full bg-accent transition-[width] data-indeterminate:w-1/3 data-indeterminate:animate-pulse" />
      </BaseProgress.Track>
    </BaseProgress.Root>
  );
}
