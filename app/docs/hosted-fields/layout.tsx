import type { ReactNode } from "react";
import { Wordmark } from "#components/frame/wordmark.tsx";
import { PlaceLink } from "#components/ui/place-link.tsx";
import { PARTS } from "./parts.ts";

/** The frame of this guide, like that of the reference, with the sections of the page on the left. */
export default function GuideLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto max-w-page px-4 md:px-6">
      <header className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 text-13">
        <PlaceLink href="/" aria-label="Paydesk: to the dashboard">
          <Wordmark />
        </PlaceLink>
        <span className="text-ink-muted">Guide</span>
        <PlaceLink
          href="/docs"
          className="ml-auto text-accent-ink underline-offset-2 hover:underline"
        >
          Guides
        </PlaceLink>
        <PlaceLink href="/docs/api" className="text-accent-ink underline-offset-2 hover:underline">
          API reference
        </PlaceLink>
      </header>
      <div className="gap-x-12 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
        <details className="border-b border-line py-3 text-13 lg:hidden">
          <summary className="cursor-pointer font-medium">Contents</summary>
          <nav aria-label="Contents" className="pt-3">
            <Parts />
          </nav>
        </details>
        <nav
          aria-label="Contents"
          className="sticky top-0 hidden max-h-dvh self-start overflow-y-auto py-8 text-13 lg:block"
        >
          <Parts />
        </nav>
        <main className="min-w-0 pt-8 pb-24">{children}</main>
      </div>
    </div>
  );
}

function Parts() {
  return (
    <ul>
      {Object.entries(PARTS).map(([id, name]) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="block py-1 text-ink-muted transition-colors hover:text-ink pointer-coarse:py-2.5"
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
