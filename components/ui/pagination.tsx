"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "./button.tsx";
import { cx } from "./cx.ts";
import { PlaceLink } from "./place-link.tsx";

export type PaginationProps = {
  /** URLs of the adjacent pages, or null at an end (from `useUrlFilters().pageHref`). */
  previousHref: string | null;
  nextHref: string | null;
};

/** Cursor paging: newer and older. New rows do not shift the pages. A page starts at its top. */
export function Pagination({ previousHref, nextHref }: PaginationProps) {
  if (!previousHref && !nextHref) return null;
  return (
    <nav aria-label="Pages" className="flex min-h-12 items-center justify-end gap-1.5 pt-2">
      <PageLink href={previousHref} rel="prev">
        <ChevronLeft className="size-3.5" aria-hidden /> Newer
      </PageLink>
      <PageLink href={nextHref} rel="next">
        Older <ChevronRight className="size-3.5" aria-hidden />
      </PageLink>
    </nav>
  );
}

function PageLink({
  href,
  rel,
  children,
}: {
  href: string | null;
  rel: string;
  children: ReactNode;
}) {
  const look = buttonClass("secondary", "small");
  if (!href)
    return (
      <span aria-disabled="true" className={cx(look, "cursor-not-allowed text-ink-faint!")}>
        {children}
      </span>
    );
  return (
    <PlaceLink href={href} rel={rel} className={look}>
      {children}
    </PlaceLink>
  );
}
