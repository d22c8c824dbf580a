import type { ReactNode } from "react";

/** Text that shows what is in `backticks` as code. */
export function Prose({ children }: { children: string }): ReactNode {
  let at = 0;
  return children.split("`").map((part, i) => {
    const key = at;
    at += part.length + 1;
    return i % 2 === 1 ? <Code key={key}>{part}</Code> : part;
  });
}

export function Code({ children }: { children: ReactNode }) {
  return (
    <code className="rounded-small bg-surface-sunken px-1 py-px font-mono text-12 [overflow-wrap:anywhere]">
      {children}
    </code>
  );
}
