"use client";

import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";
import { useControlTies } from "./field.tsx";

export type InputProps = ComponentProps<"input"> & {
  /** Monospaced, for ids, keys and URLs. */
  mono?: boolean;
  /** Shown inside the control, before or after the text. */
  before?: ReactNode;
  after?: ReactNode;
  onValueChange?: (text: string) => void;
};

/** A single-line text input. The enclosing `Field` names it. */
export function Input(props: InputProps) {
  const { mono, before, after, className, onChange, onValueChange, ...rest } = props;
  const ties = useControlTies();
  const input = (
    <input
      {...ties}
      {...rest}
      onChange={(event) => {
        onChange?.(event);
        onValueChange?.(event.target.value);
      }}
      className={cx(
        "control",
        mono && "font-mono text-13!",
        Boolean(before) && "pl-8!",
        Boolean(after) && "pr-12!",
        className,
      )}
    />
  );
  if (!before && !after) return input;
  return (
    <span className="relative block">
      {before && (
        <span className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-ink-faint">
          {before}
        </span>
      )}
      {input}
      {after && (
        <span className="absolute inset-y-0 right-2.5 flex items-center text-13 text-ink-faint">
          {after}
        </span>
      )}
    </span>
  );
}
