"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { countText } from "../format/locale.ts";
import { cx } from "./cx.ts";
import { PlaceLink } from "./place-link.tsx";

const MARGIN_PX = 48;

/** A row of tabs that are links. It scrolls sideways where it is too long, and the tab that `at` names is in sight. */
export function TabLinks(props: { label: string; at: string; children: ReactNode }) {
  const { label, at, children } = props;
  const strip = useRef<HTMLElement>(null);
  // The current tab is in sight on a phone, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another tab is current.
  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>("[aria-current]");
    if (strip.current && current) strip.current.scrollLeft = current.offsetLeft - MARGIN_PX;
  }, [at]);
  return (
    <nav
      ref={strip}
      aria-label={label}
      className="relative -mx-4 mb-3 flex gap-5 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] md:mx-0 md:px-0"
    >
      {children}
    </nav>
  );
}

type TabLinkProps = {
  href: string;
  label: string;
  /** Number of rows behind the tab; `orMore` where it is not counted further. */
  count?: { total: number; orMore?: boolean } | null | undefined;
  current: boolean;
};

/** One tab of `TabLinks`. */
export function TabLink({ href, label, count, current }: TabLinkProps) {
  return (
    <PlaceLink
      href={href}
      scroll={false}
      aria-current={current ? "page" : undefined}
      className={cx(
        "relative flex h-9 shrink-0 items-center gap-1.5 text-13 font-medium text-ink-muted transition-colors after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:transition-colors hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:h-11",
        current && "text-ink after:bg-accent-ink",
      )}
    >
      {label}
      {count && (
        <span className="text-12 font-normal text-ink-faint tabular-nums">
          {countText(count.total)}
          {count.orMore && "+"}
        </span>
      )}
    </PlaceLink>
  );
}
