"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { countText } from "#components/format/locale.ts";
import { type RowPart, useRowPart } from "#components/table/use-row-part.ts";
import { Button } from "#components/ui/button.tsx";
import { client, fillPath, type Params } from "#lib/dashboard/client.ts";

type Page = { total: number; uncounted?: boolean; newer?: string | null; older?: string | null };

/** What a list shows in place of its first page. */
export type Continued<Row> = { rows: readonly Row[]; page: Page; part: RowPart };

export type MoreRowsProps<Row extends { id: string }> = {
  /** The read of the first page: path, what fills it, and its query. */
  path: string;
  params: Readonly<Record<string, string>>;
  query: Params;
  page: Page;
  rows: readonly Row[];
  /** The rows belong to the previous filters. */
  stale: boolean;
  children: (continued: Continued<Row>) => ReactNode;
};

/** Rows that are read before the last one is reached. */
const AHEAD_ROWS = 60;

/** A list that reads further pages while it is scrolled. Only the rows around the window are on the page. */
export function MoreRows<Row extends { id: string }>(props: MoreRowsProps<Row>) {
  const { page, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const { rows, field, query } = useAllRows(props);
  const part = useRowPart(box, rows.length);
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const isNearEnd = part.to + AHEAD_ROWS > rows.length;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetching, isError, fetchNextPage]);
  const older = hasNextPage ? (query.data?.pages.at(-1)?.older ?? page.older) : null;
  return (
    <div ref={box}>
      {children({ rows, page: { ...page, older, ...(field && { [field]: rows }) }, part })}
      <div className="flex min-h-12 items-center gap-3 pt-2 text-13 text-ink-muted">
        <p role="status">
          {hasNextPage
            ? `${countText(rows.length)} of ${countText(page.total)}${page.uncounted ? "+" : ""} rows loaded`
            : `All ${countText(rows.length)} rows are loaded`}
        </p>
        {isError && (
          <Button size="small" onClick={() => void fetchNextPage()}>
            Load more rows
          </Button>
        )}
      </div>
    </div>
  );
}

/** The first page and what was read after it. */
function useAllRows<Row extends { id: string }>(props: MoreRowsProps<Row>) {
  const { path, params, query: asked, page, rows, stale } = props;
  const address = fillPath(path, params);
  const scope = JSON.stringify([address, asked]);
  // New rows push others off the first page, which is read again and again: the pages after it belong to the page as it
  // was when the list began.
  const [start, setStart] = useState({ scope, rows, older: page.older ?? null });
  const isOther = start.scope !== scope || !meets(rows, start.rows);
  if (isOther && !stale) {
    setStart({ scope, rows, older: page.older ?? null });
  }
  const field = Object.entries(page).find(
    ([, value]) =>
      Array.isArray(value) && value.some((one: { id?: string }) => one.id === rows[0]?.id),
  )?.[0];
  const query = useInfiniteQuery({
    queryKey: ["more", address, asked, start.older],
    queryFn: async ({ pageParam, signal }) => {
      const key = ["internal", address, { ...asked, before: null, after: pageParam }] as const;
      return (await client.answer(key, signal)) as Page & Readonly<Record<string, unknown>>;
    },
    initialPageParam: start.older,
    getNextPageParam: (last) => last.older ?? undefined,
    enabled: start.older !== null && !isOther,
    // A refetch would read every page again.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const pages = query.data?.pages;
  const all = useMemo(() => {
    if (isOther) return rows;
    const more = (pages ?? []).flatMap((one) => (field ? (one[field] as Row[]) : []));
    const seen = new Set<string>();
    return [...rows, ...start.rows, ...more].filter(
      ({ id }) => !seen.has(id) && seen.add(id).size > 0,
    );
  }, [isOther, rows, start.rows, pages, field]);
  return { rows: all, field, query };
}

/** Whether nothing is missing between the two pages, the first of which is newer. */
function meets(newer: readonly { id: string }[], older: readonly { id: string }[]): boolean {
  if (newer === older || older.length === 0) return newer === older;
  const known = new Set(older.map(({ id }) => id));
  return newer.some(({ id }) => known.has(id));
}
