"use client";

import { Field } from "@base-ui/react/field";
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

/** Several lines of text; grows with what is typed. Stands inside a `Field`. */
export function Textarea({
  mono,
  rows = 3,
  className,
  ...rest
}: ComponentProps<"textarea"> & { mono?: boolean }) {
  return (
    <Field.Control
      render={<textarea rows={rows} {...rest} />}
      className={cx(
        "control field-sizing-content h-auto! min-h-18 resize-y py-1.5",
        mono && "font-mono text-13!",
        className,
      )}
    />
  );
}
