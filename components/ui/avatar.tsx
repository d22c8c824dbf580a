import { cx } from "./cx.ts";

/** Two letters for a person (round) or an account (square). Decorative: the name is shown beside it. */
export function Avatar({ name, square }: { name: string; square?: boolean }) {
  const label = name.trim().split(/\s+/);
  const letters = (
    (label[0]?.[0] ?? "") + (label.length > 1 ? (label.at(-1)?.[0] ?? "") : "")
  ).toUpperCase();
  return (
    <span
      aria-hidden
      className={cx(
        "inline-flex size-6 shrink-0 items-center justify-center bg-ink text-12 font-semibold text-surface",
        square ? "rounded-base" : "rounded-full",
      )}
    >
      <span className="scale-85">{letters}</span>
    </span>
  );
}
