"use client";

import { Checkbox as BaseCheckbox } from "@base-ui/react/checkbox";
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
  /** The label is read but not shown (a table's column of boxes). */
  hideLabel?: boolean;
};

/** One yes or no, or one of several that may be ticked together. */
export function Checkbox({ label, hint, hideLabel, onChange, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <span className="flex items-start gap-2">
      <BaseCheckbox.Root
        {...rest}
        id={id}
        onCheckedChange={onChange}
        className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-small border border-line-control bg-surface-raised text-on-accent transition-colors data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent data-disabled:cursor-not-allowed data-disabled:opacity-60"
      >
        <BaseCheckbox.Indicator className="flex data-unchecked:hidden">
          {rest.indeterminate ? (
            <Minus className="size-3" strokeWidth={3} aria-hidden />
          ) : (
            <Check className="size-3" strokeWidth={3} aria-hidden />
          )}
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      <label htmlFor={id} className={cx("min-w-0 text-13", hideLabel && "sr-only")}>
        {label}
        {hint && <span className="block text-12 text-ink-faint">{hint}</span>}
      </label>
    </span>
  );
}
