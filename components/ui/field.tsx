"use client";

import { Field as BaseField } from "@base-ui/react/field";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export type FieldProps = {
  label: ReactNode;
  /** What to put in, said before it goes wrong. */
  hint?: ReactNode;
  /** What is wrong and how to mend it; usually a server error's message for this `param`. */
  error?: ReactNode;
  optional?: boolean;
  name?: string;
  disabled?: boolean;
  hideLabel?: boolean;
  className?: string;
  children: ReactNode;
};

/** Label, control, hint and error, tied together for assistive technology by Base UI. */
export function Field(props: FieldProps) {
  const { label, hint, error, optional, name, disabled, hideLabel, className, children } = props;
  return (
    <BaseField.Root
      name={name}
      disabled={disabled}
      invalid={Boolean(error)}
      className={cx("flex flex-col gap-1.5", className)}
    >
      <BaseField.Label
        className={
          hideLabel ? "sr-only" : "text-13 font-medium text-ink data-disabled:text-ink-faint"
        }
      >
        {label}
        {optional && <span className="font-normal text-ink-faint"> (optional)</span>}
      </BaseField.Label>
      {children}
      {hint && (
        <BaseField.Description className="text-12 text-ink-faint">{hint}</BaseField.Description>
      )}
      {error && (
        <BaseField.Error match className="flex items-start gap-1.5 text-12 text-negative-ink">
          <CircleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden />
          <span>{error}</span>
        </BaseField.Error>
      )}
    </BaseField.Root>
  );
}
