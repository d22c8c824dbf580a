"use client";

import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./button.tsx";
import { cx } from "./cx.ts";
import { Tip } from "./tooltip.tsx";

const SQUARES = {
  small: "w-7 px-0! pointer-coarse:w-9",
  medium: "w-8 px-0! pointer-coarse:w-10",
  large: "w-10 px-0!",
};

/** A button with only an icon. Its name is for screen readers and is shown on hover and focus. */
export function IconButton({
  label,
  children,
  size = "medium",
  variant = "quiet",
  className,
  ...rest
}: Omit<ButtonProps, "icon" | "aria-label"> & { label: string; children: ReactNode }) {
  return (
    <Tip text={label}>
      <Button
        {...rest}
        variant={variant}
        size={size}
        aria-label={label}
        className={cx(SQUARES[size], className)}
      >
        {children}
      </Button>
    </Tip>
  );
}
