import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export type SectionProps = {
  title?: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A section of a page: a line, a heading and the content. */
export function Section({ title, note, actions, className, children }: SectionProps) {
  return (
    <section className={cx("min-w-0", className)}>
      {(title || actions) && (
        <header className="mb-3 flex min-h-8 items-end justify-between gap-4 border-b border-line pb-2">
          <div className="min-w-0">
            <h2 className="text-14 font-semibold">{title}</h2>
            {note && <p className="text-12 text-ink-faint">{note}</p>}
          </div>
          {actions && <div className="flex items-center gap-2">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}
