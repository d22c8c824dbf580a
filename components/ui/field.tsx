"use client";

import { CircleAlert } from "lucide-react";
import { createContext, type ReactNode, useContext, useId } from "react";
import { cx } from "./cx.ts";

export type FieldProps = {
  label: ReactNode;
  /** Describes the expected input. */
  hint?: ReactNode;
  /** The fault and its fix; usually the server's error message for this `param`. */
  error?: ReactNode;
  optional?: boolean;
  name?: string;
  disabled?: boolean;
  hideLabel?: boolean;
  className?: string;
  children: ReactNode;
};

/** Attributes that link a control to its field's label, hint and error. */
export type ControlTies = {
  id?: string;
  name?: string;
  disabled?: boolean;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
};

const Ties = createContext<ControlTies>({});

/** The attributes of the enclosing field; none outside a field. */
export const useControlTies = (): ControlTies => useContext(Ties);

/** Label, control, hint and error, linked for assistive technology. */
export function Field(props: FieldProps) {
  const { label, hint, error, optional, name, disabled, hideLabel, className, children } = props;
  const id = useId();
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const ties: ControlTies = {
    id,
    name,
    disabled,
    "aria-describedby": cx(hint ? hintId : "", error ? errorId : "") || undefined,
    "aria-invalid": error ? true : undefined,
  };
  const labelLook = cx("text-13 font-medium", disabled ? "text-ink-faint" : "text-ink");
  return (
    <div className={cx("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className={hideLabel ? "sr-only" : labelLook}>
        {label}
        {optional && <span className="font-normal text-ink-faint"> (optional)</span>}
      </label>
      <Ties value={ties}>{children}</Ties>
      {hint && (
        <p id={hintId} className="text-12 text-ink-faint">
          {hint}
        </p>
      )}
      {error && (
        <div id={errorId} className="flex items-start gap-1.5 text-12 text-negative-ink">
          <CircleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden />
          <span>{error}</span>
        </div>
      )}
    </div>
  );
}
