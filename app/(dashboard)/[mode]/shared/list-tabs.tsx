"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { withoutCursors } from "#components/filters/filters.ts";
import type { UrlFilters } from "#components/filters/use-url-filters.ts";
import { cx } from "#components/ui/cx.ts";
import { read } from "#lib/dashboard/client.ts";
import type { CountsView } from "#lib/dashboard/views/list-views.ts";
import type { ViewedList } from "#lib/kernel/vocabulary/list-views.ts";
import { useSession } from "../../session.tsx";
import { usePolling } from "../live-updates/live-updates.tsx";

/** A tab that sets the status and keeps all other filters. null: every status. */
export type StatusTab = { label: string; status: string | null };

type Count = CountsView["counts"][number];

const REFRESH_MS = 30_000;

type Props = { list: ViewedList; tabs: readonly StatusTab[]; filters: UrlFilters };

/** Statuses as tabs with their numbers: links, so that they can be opened beside. */
export function ListTabs({ list, tabs, filters }: Props) {
  const pathname = usePathname();
  const search = useSearchParams();
  const { status: current = null, ...others } = withoutCursors(filters.values);
  const queries = tabs.map(({ status }) => queryOf({ ...others, status }));
  const counts = useCounts(list, queries);
  const hrefOf = (status: string | null) => {
    const next = new URLSearchParams(search);
    for (const key of ["after", "before", "status"]) next.delete(key);
    if (status) next.set("status", status);
    const text = next.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
    return text ? `${pathname}?${text}` : pathname;
  };
  return (
    <TabStrip label="Statuses">
      {tabs.map(({ label, status }, index) => (
        <TabLink
          key={label}
          href={hrefOf(status)}
          label={label}
          count={counts?.[index]}
          current={isSame(status, current)}
        />
      ))}
    </TabStrip>
  );
}

/** Whether two values of a filter have the same choices. */
const isSame = (a: string | null, b: string | null) =>
  (a ?? "").split(",").sort().join() === (b ?? "").split(",").sort().join();

function queryOf(values: Readonly<Record<string, string | null>>): string {
  const set = Object.entries(values).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  return new URLSearchParams(set).toString();
}

/** The numbers of several filters, bounded; undefined until they are read. */
export function useCounts(list: ViewedList, queries: readonly string[]): Count[] | undefined {
  const { mode } = useSession();
  const polling = usePolling();
  const { data } = useQuery({
    ...read("/:mode/list-views/counts", { mode }, { list, of: queries.join("\n") }),
    refetchInterval: polling(REFRESH_MS),
    meta: { follows: true },
    placeholderData: (before) => (before?.counts.length === queries.length ? before : undefined),
  });
  return data?.counts;
}

const MARGIN_PX = 48;

/** A row of tabs that scrolls sideways where it is too long. */
export function TabStrip({ label, children }: { label: string; children: ReactNode }) {
  const strip = useRef<HTMLElement>(null);
  // The current tab is in sight on a phone, too.
  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>("[aria-current]");
    if (strip.current && current) strip.current.scrollLeft = current.offsetLeft - MARGIN_PX;
  }, []);
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

type TabProps = { href: string; label: string; count: Count | undefined; current: boolean };

export function TabLink({ href, label, count, current }: TabProps) {
  return (
    <Link
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
          {count.total.toLocaleString("en")}
          {count.orMore && "+"}
        </span>
      )}
    </Link>
  );
}
