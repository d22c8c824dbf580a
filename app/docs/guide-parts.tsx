import type { ReactNode } from "react";
import { Prose } from "./api/prose.tsx";

/** A section of a guide; `id` is its anchor. */
export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={id}
      className="mt-10 border-t border-line pt-6 [&>dl]:mt-4 [&>figure]:my-4 [&>ol]:mt-4"
    >
      <h2 id={id} className="mb-4 scroll-mt-6 text-20 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

export function Lead({ children }: { children: string }) {
  return (
    <p className="mt-4 mb-4 max-w-prose text-14 text-ink-muted">
      <Prose>{children}</Prose>
    </p>
  );
}

export type Row = readonly [name: string, what: string];

/** A two-column table of names and meanings; `title` is its accessible name. */
export function Table({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <dl aria-label={title} className="mb-6 max-w-180 text-13">
      {rows.map(([name, what]) => (
        <div
          key={name}
          className="grid gap-x-6 gap-y-0.5 border-t border-line py-2 sm:grid-cols-[15rem_minmax(0,1fr)]"
        >
          <dt className="font-mono text-12 leading-5 [overflow-wrap:anywhere]">{name}</dt>
          <dd className="text-ink-muted">
            <Prose>{what}</Prose>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A numbered list of steps. */
export function Steps({ children }: { children: readonly string[] }) {
  return (
    <ol className="mb-6 flex max-w-prose list-decimal flex-col gap-2 pl-5 text-14 text-ink-muted marker:text-ink-faint">
      {children.map((step) => (
        <li key={step}>
          <Prose>{step}</Prose>
        </li>
      ))}
    </ol>
  );
}
