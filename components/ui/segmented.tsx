"use client";

import { rove } from "./rove.ts";
import type { Choice } from "./select.tsx";

export type SegmentedProps<V extends string> = {
  label: string;
  choices: readonly Choice<V>[];
  value: V;
  onChange: (value: V) => void;
};

/** A choice between two to four views of the same data; exactly one is always selected. */
export function Segmented<V extends string>({
  label,
  choices,
  value,
  onChange,
}: SegmentedProps<V>) {
  const isKnown = choices.some((choice) => choice.value === value);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be as narrow as what it holds.
    <div
      role="group"
      aria-label={label}
      onKeyDown={rove}
      className="inline-flex w-fit rounded-base bg-surface-hover p-0.5 dark:bg-surface-sunken"
    >
      {choices.map((choice, index) => {
        const pressed = choice.value === value;
        return (
          <button
            key={choice.value}
            type="button"
            aria-pressed={pressed}
            tabIndex={pressed || (!isKnown && index === 0) ? 0 : -1}
            onClick={() => !pressed && onChange(choice.value)}
            className="flex h-6 items-center gap-1.5 rounded-small px-2 text-12 font-medium text-ink-muted transition-colors hover:text-ink aria-pressed:bg-surface-raised dark:aria-pressed:bg-line aria-pressed:text-ink aria-pressed:shadow-press pointer-coarse:h-9 pointer-coarse:px-3"
          >
            {choice.icon}
            {choice.label}
          </button>
        );
      })}
    </div>
  );
}
