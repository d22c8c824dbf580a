"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useLayoutEffect, useMemo } from "react";
import type { Column } from "./columns.ts";

const KEY = "columns";

export type ColumnChoice<Row, Id extends string = string> = {
  all: readonly Column<Row, Id>[];
  /** The shown columns, in the order of all columns. */
  shown: readonly Column<Row, Id>[];
  choose: (ids: readonly string[]) => void;
  /** Shows or hides one column, on top of choices that are not rendered yet. */
  show: (id: string, on: boolean) => void;
};

/** The shown columns of a list. They are in the URL with the filters, so that a colleague sees the same, and
 *  apply in this browser whenever the list is opened without them. The lead column is always shown. */
export function useColumns<Row, Id extends string>(
  all: readonly Column<Row, Id>[],
): ColumnChoice<Row, Id> {
  const pathname = usePathname();
  const search = useSearchParams();
  const text = search.get(KEY);
  const shown = useMemo(() => named(all, text), [all, text]);
  const choose = useCallback(
    (ids: readonly string[]) => {
      const next = new URLSearchParams(window.location.search);
      const isAll = all.every(({ id }) => ids.includes(id));
      if (isAll) next.delete(KEY);
      else next.set(KEY, ids.join(","));
      keepChoice(pathname, isAll ? null : ids.join(","));
      replaceQuery(pathname, next);
    },
    [all, pathname],
  );
  useLayoutEffect(() => {
    const kept = text === null && keptChoice(pathname);
    if (!kept) return;
    const next = new URLSearchParams(window.location.search);
    next.set(KEY, kept);
    replaceQuery(pathname, next);
  }, [text, pathname]);
  const show = useCallback(
    (id: string, on: boolean) => {
      const ids = named(all, new URLSearchParams(window.location.search).get(KEY)).map(
        (column) => column.id as string,
      );
      choose(on ? [...ids, id] : ids.filter((one) => one !== id));
    },
    [all, choose],
  );
  return { all, shown, choose, show };
}

/** The rows do not change, so no request is needed. */
function replaceQuery(pathname: string, params: URLSearchParams): void {
  const query = params.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  window.history.replaceState(null, "", query ? `${pathname}?${query}` : pathname);
}

/** The list of either mode: `/test/payments` and `/live/payments` have the same choice. */
const nameOf = (pathname: string) => `paydesk.columns.${pathname.split("/").slice(2).join("/")}`;

function keptChoice(pathname: string): string | null {
  try {
    return localStorage.getItem(nameOf(pathname));
  } catch {
    return null;
  }
}

function keepChoice(pathname: string, ids: string | null): void {
  try {
    if (ids === null) localStorage.removeItem(nameOf(pathname));
    else localStorage.setItem(nameOf(pathname), ids);
  } catch {
    // A browser that stores nothing keeps the choice in the URL only.
  }
}

/** The columns named in a URL, in the order of all columns. */
function named<Row, Id extends string>(
  all: readonly Column<Row, Id>[],
  text: string | null,
): readonly Column<Row, Id>[] {
  const wanted = text?.split(",") ?? [];
  const found = all.filter((column) => wanted.includes(column.id) || leads(all, column));
  // The URL names no known column: it is truncated or of another list.
  return found.length > 1 || wanted.length === 1 ? found : all;
}

/** The column that holds a row's link and is the first line of a card. */
export function leads(all: readonly Column<never>[], column: Column<never>): boolean {
  return column === (all.find(({ card }) => card === "lead") ?? all[0]);
}
