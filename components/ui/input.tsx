"use client";

import { Input as BaseInput } from "@base-ui/react/input";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";

export type InputProps = Omit<ComponentProps<typeof BaseInput>, "className"> & {
  /** For ids, keys, addresses: set in the mono face. */
  mono?: boolean;
  /** Stands inside the control, before or after what is typed. */
  before?: ReactNode;
  after?: ReactNode;
  className?: string;
};

/** One line of text. Stands inside a `Field`, which names it. */
export function Input({ mono, before, after, className, ...rest }: InputProps) {
  const input = (
    <BaseInput
      {...rest}
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
