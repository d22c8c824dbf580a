"use client";

import { Check, Minus } from "lucide-react";
import { cx } from "../ui/cx.ts";

export type BoxProps = {
  checked: boolean | "mixed";
  label: string;
  onPress: (range: boolean) => void;
};

/** Not a form checkbox, because Shift selects a range. Its click area is larger than the visible box. */
export function Box(props: BoxProps) {
  const { checked, label, onPress } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input does not tell whether Shift was held.
    <button
      type="button"
      role="checkbox"
      aria-checked={checked}
      aria-label={label}
      title={label}
      onClick={(event) => onPress(event.shiftKey)}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      className="group/box relative z-1 -my-1 flex size-8 items-center rounded-small"
    >
      <span
        className={cx(
          "flex size-4 items-center justify-center rounded-small border transition-colors",
          checked
            ? "border-accent bg-accent text-on-accent"
            : "border-line-control bg-surface-raised group-hover/box:border-ink-muted",
        )}
      >
        {checked === "mixed" && <Minus className="size-3" strokeWidth={3} aria-hidden />}
        {checked === true && <Check className="size-3" strokeWidth={3} aria-hidden />}
      </span>
    </button>
  );
}
