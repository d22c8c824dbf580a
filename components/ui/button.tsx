"use client";

import { LoaderCircle } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";
import { PlaceLink } from "./place-link.tsx";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "small" | "medium" | "large";

const SHAPE =
  "relative inline-flex shrink-0 items-center justify-center gap-1.5 rounded-base font-medium whitespace-nowrap select-none transition-colors data-disabled:cursor-not-allowed";

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    "bg-accent text-on-accent shadow-press hover:bg-accent-hover data-disabled:bg-surface-hover data-disabled:text-ink-faint data-disabled:shadow-none",
  secondary:
    "border border-line bg-surface-raised text-ink shadow-press hover:bg-surface-hover data-popup-open:bg-surface-hover data-disabled:text-ink-faint data-disabled:shadow-none data-disabled:bg-surface-sunken",
  quiet:
    "text-ink-muted hover:bg-surface-hover hover:text-ink data-popup-open:bg-surface-hover data-popup-open:text-ink data-disabled:text-ink-faint data-disabled:bg-transparent",
  danger:
    "bg-negative text-on-accent shadow-press hover:bg-negative-hover data-disabled:bg-surface-hover data-disabled:text-ink-faint data-disabled:shadow-none",
};

const SIZES: Record<ButtonSize, string> = {
  small: "h-7 px-2.5 text-13 pointer-coarse:h-9",
  medium: "h-8 px-3 text-13 pointer-coarse:h-10",
  large: "h-10 px-4 text-14",
};

/** The classes of a button, for an element that must look like one. */
export function buttonClass(variant: ButtonVariant = "secondary", size: ButtonSize = "medium") {
  return cx(SHAPE, VARIANTS[variant], SIZES[size]);
}

export type ButtonProps = ComponentProps<"button"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  /** Shows a spinner at the same width. The button stays focusable, and assistive technology reports it as
   *  busy. */
  loading?: boolean;
};

/** A button. Its label starts with a verb ("Refund 12.00 EUR"), never "OK". */
export function Button({
  variant = "secondary",
  size = "medium",
  icon,
  loading = false,
  disabled,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      // The `disabled` attribute would drop the focus while the button is busy.
      disabled={disabled && !loading}
      data-disabled={disabled || loading ? "" : undefined}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
      className={cx(buttonClass(variant, size), className)}
    >
      {loading && <LoaderCircle className="absolute size-4 animate-spin" aria-hidden />}
      <span className={cx("inline-flex items-center gap-1.5", loading && "opacity-0")}>
        {icon}
        {children}
      </span>
    </button>
  );
}

/** A link that looks like a button: for navigation, not for actions. */
export function ButtonLink(
  props: ComponentProps<typeof PlaceLink> & {
    variant?: ButtonVariant;
    size?: ButtonSize;
    icon?: ReactNode;
  },
) {
  const { variant, size, icon, className, children, ...rest } = props;
  return (
    <PlaceLink {...rest} className={cx(buttonClass(variant, size), className)}>
      {icon}
      {children}
    </PlaceLink>
  );
}
