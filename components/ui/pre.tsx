import type { ReactNode } from "react";
import { cx } from "./cx.ts";

/** Preformatted text that can be scrolled by keyboard. `label` is its accessible name. */
export function Pre(props: { label: string; wrap?: boolean; tall?: boolean; children: ReactNode }) {
  return (
    <section
      aria-label={props.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className={cx(
        "overflow-auto p-3 focus-visible:-outline-offset-2",
        !props.tall && "max-h-140",
      )}
    >
      <pre
        className={cx(
          "w-max min-w-full font-mono text-12 leading-[1.6]",
          props.wrap && "w-auto! whitespace-pre-wrap [overflow-wrap:anywhere]",
        )}
      >
        <code>{props.children}</code>
      </pre>
    </section>
  );
}
