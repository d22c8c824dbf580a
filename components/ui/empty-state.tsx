import type { ReactNode } from "react";

export type EmptyStateProps = {
  title: string;
  /** One sentence: what would stand here. */
  children: ReactNode;
  /** The command or form that fills it: a `CodeBlock`, usually. */
  teach?: ReactNode;
  action?: ReactNode;
};

/** Nothing yet, and the way to the first one. */
export function EmptyState({ title, children, teach, action }: EmptyStateProps) {
  return (
    <div className="flex max-w-160 flex-col items-start gap-4 py-12">
      <div>
        <h2 className="text-16 font-semibold">{title}</h2>
        <p className="mt-1 max-w-prose text-14 text-ink-muted">{children}</p>
      </div>
      {teach && <div className="w-full">{teach}</div>}
      {action}
    </div>
  );
}
