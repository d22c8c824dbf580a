"use client";

import { Select as BaseSelect } from "@base-ui/react/select";
import { Check, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export type Choice<V extends string = string> = {
  value: V;
  label: string;
  /** A second, quieter line. */
  note?: string;
  icon?: ReactNode;
};

export type SelectProps<V extends string> = {
  choices: readonly Choice<V>[];
  value: V | null;
  onChange: (value: V) => void;
  placeholder?: string;
  /** Needed only where no `Field` names the control. */
  label?: string;
  name?: string;
  disabled?: boolean;
  className?: string;
};

/** One of a short, known list. */
export function Select<V extends string>(props: SelectProps<V>) {
  const { choices, value, onChange, placeholder = "Choose", label, className, ...rest } = props;
  return (
    <BaseSelect.Root
      {...rest}
      items={choices}
      value={value}
      onValueChange={(next) => next !== null && onChange(next as V)}
    >
      <BaseSelect.Trigger
        aria-label={label}
        className={cx("control flex items-center justify-between gap-2 text-left", className)}
      >
        <BaseSelect.Value
          placeholder={placeholder}
          className="truncate data-placeholder:text-ink-faint"
        />
        <BaseSelect.Icon className="text-ink-faint">
          <ChevronsUpDown className="size-3.5" aria-hidden />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner
          sideOffset={4}
          alignItemWithTrigger={false}
          className="z-50 outline-none"
        >
          <BaseSelect.Popup className="float max-h-[min(22rem,var(--available-height))] min-w-(--anchor-width) overflow-y-auto p-1">
            <BaseSelect.List>
              {choices.map((choice) => (
                <SelectItem key={choice.value} choice={choice} />
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  );
}

function SelectItem({ choice }: { choice: Choice }) {
  return (
    <BaseSelect.Item
      value={choice.value}
      className="flex min-h-8 cursor-default items-center gap-2 rounded-small py-1 pr-7 pl-2 text-13 outline-none select-none data-highlighted:bg-surface-hover relative pointer-coarse:min-h-10"
    >
      {choice.icon}
      <span className="flex flex-col">
        <BaseSelect.ItemText>{choice.label}</BaseSelect.ItemText>
        {choice.note && <span className="text-12 text-ink-faint">{choice.note}</span>}
      </span>
      <BaseSelect.ItemIndicator className="absolute right-2 text-accent-ink">
        <Check className="size-3.5" aria-hidden />
      </BaseSelect.ItemIndicator>
    </BaseSelect.Item>
  );
}
