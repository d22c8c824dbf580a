"use client";

import { Switch as BaseSwitch } from "@base-ui/react/switch";
import { type ReactNode, useId } from "react";

export type SwitchProps = {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
};

/** Something that is on or off at once, without a save. Otherwise use a checkbox. */
export function Switch({ label, hint, checked, onChange, disabled }: SwitchProps) {
  const id = useId();
  return (
    <span className="flex items-start justify-between gap-4">
      <label htmlFor={id} className="text-13 font-medium">
        {label}
        {hint && <span className="block text-12 font-normal text-ink-faint">{hint}</span>}
      </label>
      <BaseSwitch.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        className="flex h-5 w-9 shrink-0 rounded-full border border-line-control bg-surface-sunken p-px transition-colors data-checked:border-accent data-checked:bg-accent data-disabled:opacity-60"
      >
        <BaseSwitch.Thumb className="size-4 rounded-full bg-ink-faint transition-transform data-checked:translate-x-4 data-checked:bg-on-accent" />
      </BaseSwitch.Root>
    </span>
  );
}
