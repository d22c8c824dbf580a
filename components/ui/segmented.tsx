"use client";

import { Toggle } from "@base-ui/react/toggle";
import { ToggleGroup } from "@base-ui/react/toggle-group";
import type { Choice } from "./select.tsx";

export type SegmentedProps<V extends string> = {
  label: string;
  choices: readonly Choice<V>[];
  value: V;
  onChange: (value: V) => void;
};

/** Two to four ways to see the same thing; always exactly one is on. */
export function Segmented<V extends string>(props: SegmentedProps<V>) {
  return (
    <ToggleGroup
      aria-label={props.label}
      value={[props.value]}
      onValueChange={(next) => {
        const value = next.at(-1);
        if (value) props.onChange(value as V);
      }}
      className="inline-flex w-fit rounded-base bg-surface-hover p-0.5 dark:bg-surface-sunken"
    >
      {props.choices.map((choice) => (
        <Toggle
          key={choice.value}
          value={choice.value}
          aria-label={choice.label}
          className="flex h-6 items-center gap-1.5 rounded-small px-2 text-12 font-medium text-ink-muted transition-colors hover:text-ink data-pressed:bg-surface-raised dark:data-pressed:bg-line data-pressed:text-ink data-pressed:shadow-press pointer-coarse:h-9 pointer-coarse:px-3"
        >
          {choice.icon}
          {choice.label}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}
