import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { Wordmark } from "#components/frame/wordmark.tsx";
import { cx } from "#components/ui/cx.ts";
import { Kbd } from "#components/ui/kbd.tsx";
import { VERSION } from "./api/reference.ts";

const SECTIONS = [
  { name: "Guides", href: "/docs" },
  { name: "API reference", href: "/docs/api" },
] as const;

export type SectionName = (typeof SECTIONS)[number]["name"];

/** The frame of all documentation: a header with search, the contents on the left, one subject beside them. */
export function DocsFrame(props: {
  section: SectionName;
  contents: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="mx-auto max-w-page px-4 md:px-6">
      <a
        href="#content"
        className="sr-only rounded-base bg-surface-raised px-3 py-2 text-13 focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-40"
      >
        Skip to content
      </a>
      <header className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 text-13">
        <a href="/" aria-label="Paydesk: to the dashboard">
          <Wordmark />
        </a>
        <nav aria-label="Documentation" className="flex gap-x-4">
          {SECTIONS.map(({ name, href }) => (
            <a
              key={href}
              href={href}
              aria-current={name === props.section ? "true" : undefined}
              className={cx(
                "py-1 underline-offset-2 hover:underline pointer-coarse:py-2.5",
                name === props.section ? "font-medium text-ink" : "text-ink-muted",
              )}
            >
              {name}
            </a>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-x-3">
          <span className="text-ink-faint tabular-nums max-lg:hidden">{VERSION}</span>
          <SearchButton />
        </div>
      </header>
      <div className="gap-x-12 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
        <details className="border-b border-line py-3 text-13 lg:hidden">
          <summary className="cursor-pointer font-medium pointer-coarse:py-1.5">Contents</summary>
          <nav aria-label="Contents" className="pt-3">
            {props.contents}
          </nav>
        </details>
        <nav
          aria-label="Contents"
          className="sticky top-0 hidden max-h-dvh self-start overflow-y-auto py-8 text-13 lg:block"
        >
          {props.contents}
        </nav>
        <main id="content" className="min-w-0 pt-8 pb-24">
          {props.children}
        </main>
      </div>
      <script src="/docs/docs.js" defer />
    </div>
  );
}

/** Opens the search, whose script is loaded then. */
function SearchButton() {
  return (
    <button
      type="button"
      data-docs-search
      aria-keyshortcuts="Meta+K Control+K /"
      aria-haspopup="dialog"
      className="flex h-8 items-center gap-2 rounded-base border border-line px-2 text-13 text-ink-muted transition-colors hover:bg-surface-hover hover:text-ink sm:w-52 sm:pr-1.5 pointer-coarse:h-10"
    >
      <Search className="size-4" aria-hidden />
      Search
      <span className="ml-auto hidden sm:inline" aria-hidden>
        <Kbd>⌘K</Kbd>
      </span>
    </button>
  );
}
