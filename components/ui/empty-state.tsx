import type { ReactNode } from "react";

export type EmptyStateProps = {
  title: string;
  /** One sentence: what will appear here. */
  children: ReactNode;
  /** How to create the first object: usually a `CodeBlock`. */
  teach?: ReactNode;
  action?: ReactNode;
};

/** An empty list, with the way to create the first object. */
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
