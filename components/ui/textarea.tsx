"use client";

import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { useControlTies } from "./field.tsx";

/** A multi-line text input that grows with its content. The enclosing `Field` names it. */
export function Textarea({
  mono,
  rows = 3,
  className,
  ...rest
}: ComponentProps<"textarea"> & { mono?: boolean }) {
  return (
    <textarea
      rows={rows}
      {...useControlTies()}
      {...rest}
      className={cx(
        "control field-sizing-content h-auto! min-h-18 resize-y py-1.5",
        mono && "font-mono text-13!",
        className,
      )}
    />
  );
}
