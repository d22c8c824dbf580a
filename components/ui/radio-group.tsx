"use client";

import { Radio } from "@base-ui/react/radio";
import { RadioGroup as BaseRadioGroup } from "@base-ui/react/radio-group";
import { useId } from "react";
import type { Choice } from "./select.tsx";

export type RadioGroupProps<V extends string> = {
  label: string;
  choices: readonly Choice<V>[];
  value: V;
  onChange: (value: V) => void;
  name?: string;
};

/** One of two to five, where the differences deserve to be read. */
export function RadioGroup<V extends string>(props: RadioGroupProps<V>) {
  const id = useId();
  return (
    <BaseRadioGroup
      name={props.name}
      value={props.value}
      onValueChange={(value) => props.onChange(value as V)}
      aria-label={props.label}
      className="flex flex-col divide-y divide-line rounded-base border border-line"
    >
      {props.choices.map((choice) => (
        <label
          key={choice.value}
          htmlFor={`${id}-${choice.value}`}
          className="flex cursor-pointer items-start gap-2.5 px-3 py-2.5 transition-colors hover:bg-surface-hover has-data-checked:bg-accent-soft"
        >
          <Radio.Root
            id={`${id}-${choice.value}`}
            value={choice.value}
            className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-line-control bg-surface-raised data-checked:border-accent data-checked:bg-accent"
          >
            <Radio.Indicator className="size-1.5 rounded-full bg-on-accent data-unchecked:hidden" />
          </Radio.Root>
          <span className="text-13 font-medium">
            {choice.label}
            {choice.note && (
              <span className="block text-12 font-normal text-ink-muted">{choice.note}</span>
            )}
          </span>
        </label>
      ))}
    </BaseRadioGroup>
  );
}
