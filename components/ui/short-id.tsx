"use client";

import { CopyButton } from "./copy-button.tsx";
import { cx } from "./cx.ts";
import { shortenId } from "./shorten-id.ts";

export { shortenId };

/** An id, shortened in the middle or whole, with a copy button on hover and focus. */
export function ShortId({
  id,
  what = "id",
  whole,
  className,
}: {
  id: string;
  what?: string;
  whole?: boolean;
  className?: string;
}) {
  return (
    <span className={cx("group/id inline-flex items-center gap-0.5", className)}>
      <code
        className={cx("font-mono text-12", whole ? "break-all" : "whitespace-nowrap")}
        title={whole ? undefined : id}
      >
        {whole ? id : shortenId(id)}
      </code>
      <CopyButton
        text={id}
        what={what}
        className={cx(
          "transition-opacity group-hover/id:opacity-100 group-hover/row:opacity-100 group-focus-within/id:opacity-100 pointer-coarse:opacity-100",
          // Its click area is larger than the line.
          "-my-1.5",
          // No copy button on a phone's card; the detail page has one.
          whole ? "opacity-60" : "opacity-0 max-md:hidden",
        )}
      />
    </span>
  );
}
