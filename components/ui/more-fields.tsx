"use client";

import { type ReactNode, useState } from "react";
import { cx } from "./cx.ts";

export type MoreFieldsProps = {
  summary: ReactNode;
  /** One of the fields has a text. */
  isFilled: boolean;
  /** Layout classes of the fields. */
  layout: string;
  children: ReactNode;
};

/** Fields that are shown on request, or when one of them has a text. A person closes them again, never the form: their only
 *  text may just be being replaced. */
export function MoreFields({ summary, isFilled, layout, children }: MoreFieldsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      open={isOpen || isFilled}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group"
    >
      <summary className="w-fit cursor-pointer rounded-small text-13 text-accent-ink">
        {summary}
      </summary>
      <div className={cx("flex flex-col", layout)}>{children}</div>
    </details>
  );
}
