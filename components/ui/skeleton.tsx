import { cx } from "./cx.ts";

/** A loading placeholder; give it the size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx("block h-3.5 animate-pulse rounded-small bg-surface-hover", className)}
    />
  );
}
