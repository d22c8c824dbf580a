"use client";

import { usePathname } from "next/navigation";
import type { Mode } from "#lib/kernel/mode.ts";
import { cx } from "../ui/cx.ts";
import { PlaceLink } from "../ui/place-link.tsx";
import { inMode } from "./navigation.ts";

/** Switches between test and live mode, which have separate URLs. */
export function ModeSwitch({ mode }: { mode: Mode }) {
  const pathname = usePathname();
  return (
    <nav
      aria-label="Mode"
      className="flex rounded-base bg-surface-hover p-0.5 dark:bg-surface-sunken"
    >
      <ModeLink href={inMode(pathname, "test")} current={mode === "test"}>
        <span
          aria-hidden
          className={cx("size-2.5 rounded-[3px]", mode === "test" ? "hatched" : "bg-line-control")}
        />
        Test
      </ModeLink>
      <ModeLink href={inMode(pathname, "live")} current={mode === "live"}>
        Live
      </ModeLink>
    </nav>
  );
}

function ModeLink(props: { href: string; current: boolean; children: React.ReactNode }) {
  return (
    <PlaceLink
      href={props.href}
      aria-current={props.current ? "true" : undefined}
      className={cx(
        "flex h-6 items-center gap-1.5 rounded-small px-2 max-sm:gap-1 max-sm:px-1.5 text-12 font-medium transition-colors pointer-coarse:h-9",
        props.current
          ? "bg-surface-raised text-ink shadow-press dark:bg-line"
          : "text-ink-muted hover:text-ink",
      )}
    >
      {props.children}
    </PlaceLink>
  );
}
