import type { ReactNode } from "react";
import { Wordmark } from "#components/frame/wordmark.tsx";
import { PlaceLink } from "#components/ui/place-link.tsx";
import { GuideContents } from "./guide-contents.tsx";

/** The frame of the guides, the same as that of the reference. */
export default function GuidesLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto max-w-page px-4 md:px-6">
      <header className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 text-13">
        <PlaceLink href="/" aria-label="Paydesk: to the dashboard">
          <Wordmark />
        </PlaceLink>
        <span className="text-ink-muted">Guides</span>
        <PlaceLink
          href="/docs/api"
          className="ml-auto text-accent-ink underline-offset-2 hover:underline"
        >
          API reference
        </PlaceLink>
      </header>
      <div className="gap-x-12 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
        <GuideContents />
        <main className="min-w-0 pt-8 pb-24">{children}</main>
      </div>
    </div>
  );
}
