"use client";

import { Check, Minus } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cx } from "./cx.ts";

export type CheckboxProps = {
  label: ReactNode;
  hint?: ReactNode;
  checked?: boolean;
  defaultChecked?: boolean;
  indeterminate?: boolean;
  onChange?: (checked: boolean) => void;
  name?: string;
  disabled?: boolean;
  /** The label is only for screen readers. */
  hideLabel?: boolean;
};

const SIGN = "pointer-events-none absolute inset-0 m-auto hidden size-3 text-on-accent";

/** A checkbox: a yes-or-no choice, or one of several independent choices. */
export function Checkbox(props: CheckboxProps) {
  const { label, hint, hideLabel, indeterminate = false, onChange, ...rest } = props;
  const id = useId();
  return (
    <span className="flex items-start gap-2">
      <span className="relative mt-0.5 flex size-4 shrink-0">
        <input
          {...rest}
          id={id}
          type="checkbox"
          ref={(box) => {
            if (box) box.indeterminate = indeterminate;
          }}
          onChange={(event) => onChange?.(event.target.checked)}
          className="peer size-4 appearance-none rounded-small border border-line-control bg-surface-raised transition-colors checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:cursor-not-allowed disabled:opacity-60"
        />
        {indeterminate ? (
          <Minus className={cx(SIGN, "peer-indeterminate:block")} strokeWidth={3} aria-hidden />
        ) : (
          <Check className={cx(SIGN, "peer-checked:block")} strokeWidth={3} aria-hidden />
        )}
      </span>
      <label htmlFor={id} className={cx("min-w-0 text-13", hideLabel && "sr-only")}>
        {label}
        {hint && <span className="block text-12 text-ink-faint">{hint}</span>}
      </label>
    </span>
  );
}
