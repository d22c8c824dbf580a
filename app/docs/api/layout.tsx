import type { ReactNode } from "react";
import { Wordmark } from "#components/frame/wordmark.tsx";
import { PlaceLink } from "#components/ui/place-link.tsx";
import { Contents } from "./contents.tsx";
import { GROUPS, VERSION } from "./reference.ts";

const groups = GROUPS.map(({ name, slug, operations }) => ({
  name,
  slug,
  operations: operations.map(({ operationId, summary }) => ({ operationId, summary })),
}));

/** The frame of the reference: contents on the left, one subject beside them. */
export default function ReferenceLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto max-w-page px-4 md:px-6">
      <header className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 text-13">
        <PlaceLink href="/" aria-label="Paydesk: to the dashboard">
          <Wordmark />
        </PlaceLink>
        <span className="text-ink-muted">API reference</span>
        <span className="text-ink-faint tabular-nums max-sm:hidden">{VERSION}</span>
        <PlaceLink
          href="/docs"
          className="ml-auto text-accent-ink underline-offset-2 hover:underline"
        >
          Guides
        </PlaceLink>
        <a href="/v1/openapi.json" className="text-accent-ink underline-offset-2 hover:underline">
          OpenAPI<span className="max-sm:hidden"> document</span>
        </a>
      </header>
      <div className="gap-x-12 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
        <Contents groups={groups} />
        <main className="min-w-0 pt-8 pb-24">{children}</main>
      </div>
    </div>
  );
}
