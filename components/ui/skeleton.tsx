import { cx } from "./cx.ts";

/** Holds the place of something on its way; give it the size of what will come. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx("block h-3.5 animate-pulse rounded-small bg-surface-hover", className)}
    />
  );
}
