"use client";

import { useId } from "react";
import type { Choice } from "./select.tsx";

export type RadioGroupProps<V extends string> = {
  label: string;
  choices: readonly Choice<V>[];
  value: V;
  onChange: (value: V) => void;
};

/** A choice of one of two to five options, each with an explanation. */
export function RadioGroup<V extends string>(props: RadioGroupProps<V>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={props.label}
      className="flex flex-col divide-y divide-line rounded-base border border-line"
    >
      {props.choices.map((choice) => (
        <label
          key={choice.value}
          className="flex cursor-pointer items-start gap-2.5 px-3 py-2.5 transition-colors hover:bg-surface-hover has-checked:bg-accent-soft"
        >
          <span className="relative mt-0.5 flex size-4 shrink-0">
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === props.value}
              onChange={() => props.onChange(choice.value)}
              className="peer size-4 appearance-none rounded-full border border-line-control bg-surface-raised checked:border-accent checked:bg-accent"
            />
            <span className="pointer-events-none absolute inset-0 m-auto hidden size-1.5 rounded-full bg-on-accent peer-checked:block" />
          </span>
          <span className="text-13 font-medium">
            {choice.label}
            {choice.note && (
              <span className="block text-12 font-normal text-ink-muted">{choice.note}</span>
            )}
          </span>
        </label>
      ))}
    </div>
  );
}
