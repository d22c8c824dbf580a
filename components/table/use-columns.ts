"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
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

/** The shown columns of a list. They are in the URL with the filters, so that a colleague sees the same. The
 *  lead column is always shown. */
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
      if (all.every(({ id }) => ids.includes(id))) next.delete(KEY);
      else next.set(KEY, ids.join(","));
      const query = next.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
      // The rows do not change, so no request is needed.
      window.history.replaceState(null, "", query ? `${pathname}?${query}` : pathname);
    },
    [all, pathname],
  );
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
