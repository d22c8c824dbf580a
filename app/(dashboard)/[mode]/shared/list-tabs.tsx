"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { withoutCursors } from "#components/filters/filters.ts";
import type { UrlFilters } from "#components/filters/use-url-filters.ts";
import { later } from "#components/ui/later.tsx";
import { TabLink, TabLinks } from "#components/ui/tab-links.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { CountsView } from "#lib/dashboard/views/list-views.ts";
import type { ViewedList } from "#lib/kernel/vocabulary/list-views.ts";
import { useSession } from "../../session.tsx";
import { usePolling } from "../live-updates/live-updates.tsx";
import { useListViews } from "./use-list-views.ts";
import type { ViewMenuProps } from "./view-menu.tsx";

/** Only beside the tab of an open view. */
const ViewMenu = later<ViewMenuProps>(() =>
  import("./view-menu.tsx").then(({ ViewMenu }) => ViewMenu),
);

/** A tab that sets the status and keeps all other filters. null: every status. */
export type StatusTab = { label: string; status: string | null };

type Count = CountsView["counts"][number];

const REFRESH_MS = 30_000;

type Props = {
  list: ViewedList;
  statusTabs: readonly StatusTab[];
  filters: UrlFilters;
  /** The count of the list below, which the open tab shows too. */
  shown: Count | undefined;
};

/** Above a list: statuses, then saved views, each with its number. Links, so that they can be opened beside. */
export function ListTabs({ list, statusTabs, filters, shown }: Props) {
  const pathname = usePathname();
  const { views, active, search } = useListViews(list);
  const tabs = statusTabs.length > 0 ? statusTabs : ALL;
  const { status: current = null, ...others } = withoutCursors(filters.values);
  // A saved view is left whole; otherwise a status keeps the other filters.
  const kept = active ? {} : others;
  const queries = [
    ...tabs.map(({ status }) => queryOf({ ...kept, status })),
    ...views.map(({ query }) => query),
  ];
  const counts = useCounts(list, queries);
  const hrefOf = (status: string | null) => {
    const next = new URLSearchParams(active ? "" : search);
    for (const key of ["after", "before", "status"]) next.delete(key);
    if (statusTabs.length === 0) for (const key of Object.keys(others)) next.delete(key);
    if (status) next.set("status", status);
    return addressOf(pathname, next.toString());
  };
  if (statusTabs.length === 0 && views.length === 0) return null;
  const isAll = statusTabs.length > 0 || !filters.active;
  return (
    <TabLinks label="Views" at={active?.id ?? current ?? ""}>
      {tabs.map(({ label, status }, index) => {
        const isOpen = !active && isAll && isSame(status, current);
        return (
          <TabLink
            key={label}
            href={hrefOf(status)}
            label={label}
            count={(isOpen && shown) || counts?.[index]}
            current={isOpen}
          />
        );
      })}
      {views.length > 0 && <span aria-hidden className="my-2.5 w-px shrink-0 bg-line" />}
      {views.map((view, index) => (
        <span key={view.id} className="flex shrink-0 items-center gap-1">
          <TabLink
            href={addressOf(pathname, view.query)}
            label={view.name}
            count={(view === active && shown) || counts?.[tabs.length + index]}
            current={view === active}
          />
          {view === active && <ViewMenu list={list} view={view} views={views} />}
        </span>
      ))}
    </TabLinks>
  );
}

const ALL: readonly StatusTab[] = [{ label: "All", status: null }];

const addressOf = (pathname: string, query: string) => {
  const text = query.replaceAll("%2C", ",").replaceAll("%3A", ":");
  return text ? `${pathname}?${text}` : pathname;
};

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
function useCounts(list: ViewedList, queries: readonly string[]): Count[] | undefined {
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
