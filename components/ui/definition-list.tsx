import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export type Fact = { term: string; value: ReactNode; hint?: ReactNode };

/** Label–value pairs of an object. A missing value is shown as missing, never as a blank. */
export function DefinitionList({
  facts,
  columns = 1,
}: {
  facts: readonly Fact[];
  columns?: 1 | 2;
}) {
  return (
    <dl className={cx("grid gap-x-10", columns === 2 && "lg:grid-cols-2")}>
      {facts.map((fact) => (
        <div
          key={fact.term}
          className="grid min-h-9 grid-cols-[minmax(7rem,9.5rem)_1fr] items-baseline gap-4 border-b border-line py-2 text-13 last:border-b-0"
        >
          <dt className="text-ink-faint">{fact.term}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">
            {fact.value ?? <span className="text-ink-faint">None</span>}
            {fact.hint && <span className="block text-12 text-ink-faint">{fact.hint}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
