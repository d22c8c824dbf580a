import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { PlaceLink } from "./place-link.tsx";

/** A text link. Within a sentence (`inText`) it is underlined, because colour alone does not mark a link. */
export function TextLink(props: ComponentProps<typeof PlaceLink> & { inText?: boolean }) {
  const { inText, className, ...rest } = props;
  return (
    <PlaceLink
      {...rest}
      className={cx(
        "rounded-small text-accent-ink underline-offset-2 hover:underline hover:decoration-current",
        inText && "underline decoration-accent-ink/40",
        className,
      )}
    />
  );
}
