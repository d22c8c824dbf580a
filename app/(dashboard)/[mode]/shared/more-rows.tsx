"use client";

import { skipToken, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { countText } from "#components/format/locale.ts";
import { listReturnedTo } from "#components/table/opened-lists.ts";
import { type RowPart, useRowPart } from "#components/table/use-row-part.ts";
import { Button } from "#components/ui/button.tsx";
import { client, fillPath, type Params } from "#lib/dashboard/client.ts";

type Page = { total: number; uncounted?: boolean; newer?: string | null; older?: string | null };

/** Rows that a list shows in place of its first page. */
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
  // Scrolled down already by Back.
  const reading = useRef(listReturnedTo() !== null);
  const { rows, field, query } = useAllRows(props, reading.current);
  const part = useRowPart(box, rows);
  reading.current = part.from > 0;
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
function useAllRows<Row extends { id: string }>(props: MoreRowsProps<Row>, reading: boolean) {
  const { path, params, query: asked, page, rows, stale } = props;
  const address = fillPath(path, params);
  const key = JSON.stringify([address, asked]);
  const head = useHead({ key, rows, older: page.older, stale, reading });
  const field = Object.entries(page).find(
    ([, value]) =>
      Array.isArray(value) && value.some((one: { id?: string }) => one.id === rows[0]?.id),
  )?.[0];
  const query = useInfiniteQuery({
    queryKey: ["more", key, head?.older],
    queryFn: async ({ pageParam, signal }) => {
      const key = ["internal", address, { ...asked, before: null, after: pageParam }] as const;
      return (await client.answer(key, signal)) as Page & Readonly<Record<string, unknown>>;
    },
    initialPageParam: head?.older ?? null,
    getNextPageParam: (last) => last.older ?? undefined,
    enabled: typeof head?.older === "string",
    // A refetch would read every page again.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const pages = query.data?.pages;
  const all = useMemo(() => {
    if (!head) return rows;
    const more = (pages ?? []).flatMap((one) => (field ? (one[field] as Row[]) : []));
    return once([...head.rows, ...more]);
  }, [rows, head, pages, field]);
  return { rows: all, field, query };
}

type Head<Row> = { rows: readonly Row[]; older: string | null };

type HeadProps<Row> = Pick<MoreRowsProps<never>, "stale"> & {
  key: string;
  rows: readonly Row[];
  older: string | null | undefined;
  reading: boolean;
};

/** The first page and the rows that newer ones have pushed off it since: what was read after it continues the page as it
 *  was. While the person is further down, newer rows are left out, so that nothing moves. Kept for as long as the pages,
 *  for Back. Null while the rows are those of other filters. */
function useHead<Row extends { id: string }>(props: HeadProps<Row>): Head<Row> | null {
  const { key, rows, older = null, stale, reading } = props;
  const queries = useQueryClient();
  // Without an observer, the cache deletes the entry after five minutes, and the list would restart while it is read.
  useQuery({ queryKey: ["head", key], queryFn: skipToken, notifyOnChangeProps: [] });
  const kept = queries.getQueryData<Head<Row>>(["head", key]);
  const head = useMemo(() => {
    if (stale) return null;
    if (!kept) return { rows, older };
    if (reading) return { ...kept, rows: refreshed(kept.rows, rows) };
    return meets(rows, kept.rows)
      ? { ...kept, rows: once([...rows, ...kept.rows]) }
      : { rows, older };
  }, [kept, rows, older, stale, reading]);
  useEffect(() => {
    if (head) queries.setQueryData(["head", key], head);
  }, [queries, key, head]);
  return head;
}

/** Whether nothing is missing between two pages. */
const meets = (newer: readonly { id: string }[], older: readonly { id: string }[]) =>
  newer.some(({ id }) => older.some((one) => one.id === id));

/** The rows in their current state. */
function refreshed<Row extends { id: string }>(rows: readonly Row[], now: readonly Row[]) {
  const current = new Map(now.map((row) => [row.id, row]));
  return rows.map((row) => current.get(row.id) ?? row);
}

/** Each row once, at its first place. */
function once<Row extends { id: string }>(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.toReversed().map((row) => [row.id, row])).values()].toReversed();
}
