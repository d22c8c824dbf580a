"use client";

import { usePathname } from "next/navigation";
import { cx } from "#components/ui/cx.ts";
import { PlaceLink } from "#components/ui/place-link.tsx";
import { GUIDES } from "../guides.ts";

/** The list of guides: beside the page on wide screens, collapsed above it on narrow ones. */
export function GuideContents() {
  const path = usePathname();
  return (
    <>
      <details className="border-b border-line py-3 text-13 lg:hidden">
        <summary className="cursor-pointer font-medium">Contents</summary>
        <nav aria-label="Contents" className="pt-3">
          <Entries path={path} />
        </nav>
      </details>
      <nav
        aria-label="Contents"
        className="sticky top-0 hidden max-h-dvh self-start overflow-y-auto py-8 text-13 lg:block"
      >
        <Entries path={path} />
      </nav>
    </>
  );
}

function Entries({ path }: { path: string }) {
  const places = [{ title: "All guides", href: "/docs" }, ...GUIDES];
  return (
    <ul>
      {places.map(({ title, href }) => (
        <li key={href}>
          <PlaceLink
            href={href}
            aria-current={path === href ? "page" : undefined}
            className={cx(
              "block py-1 transition-colors pointer-coarse:py-2.5",
              path === href ? "font-semibold text-ink" : "text-ink-muted hover:text-ink",
            )}
          >
            {title}
          </PlaceLink>
        </li>
      ))}
    </ul>
  );
}
