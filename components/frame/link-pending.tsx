"use client";

import { useLinkStatus } from "next/link";
import { cx } from "../ui/cx.ts";

/** A dot within a link while its screen is loading, shown after 150 ms. */
export function LinkPending() {
  const { pending } = useLinkStatus();
  return (
    <span
      aria-hidden
      className={cx(
        "ml-auto size-1.5 shrink-0 rounded-full bg-accent",
        pending ? "opacity-100 transition-opacity delay-150" : "opacity-0",
      )}
    />
  );
}
