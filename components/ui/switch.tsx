"use client";

import { type ReactNode, useId } from "react";

export type SwitchProps = {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
};

/** An on/off setting that applies immediately. Use a checkbox for settings that are saved with a form. */
export function Switch({ label, hint, checked, onChange, disabled }: SwitchProps) {
  const id = useId();
  return (
    <span className="flex items-start justify-between gap-4">
      <label htmlFor={id} className="text-13 font-medium">
        {label}
        {hint && <span className="block text-12 font-normal text-ink-faint">{hint}</span>}
      </label>
      <button
        type="button"
        role="switch"
        id={id}
        aria-checked={checked}
        onClick={() => onChange(!checked)}
        disabled={disabled}
        className="group/switch flex h-5 w-9 shrink-0 rounded-full border border-line-control bg-surface-sunken p-px transition-colors aria-checked:border-accent aria-checked:bg-accent disabled:opacity-60"
      >
        <span className="size-4 rounded-full bg-ink-faint transition-transform group-aria-checked/switch:translate-x-4 group-aria-checked/switch:bg-on-accent" />
      </button>
    </span>
  );
}
