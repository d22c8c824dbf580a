import { cx } from "#components/ui/cx.ts";

type Counts = { total: number; delivered: number; failed: number; skipped: number };

/** Progress of a replay: arrived, failed, skipped, remaining. */
export function ReplayBar({ counts, className }: { counts: Counts; className?: string }) {
  const { total, delivered, failed, skipped } = counts;
  const parts = [
    { name: "delivered", value: delivered, look: "bg-positive" },
    { name: "failed", value: failed, look: "bg-negative" },
    { name: "skipped", value: skipped, look: "bg-ink-faint" },
  ].filter(({ value }) => value > 0);
  return (
    <span
      className={cx("flex h-1.5 gap-px overflow-hidden rounded-full bg-surface-hover", className)}
    >
      {parts.map(({ name, value, look }) => (
        <span
          key={name}
          className={cx("h-full min-w-0.5 transition-[width] motion-reduce:transition-none", look)}
          style={{ width: `${total === 0 ? 0 : (value / total) * 100}%` }}
        />
      ))}
    </span>
  );
}
