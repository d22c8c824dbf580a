"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import type { Column } from "./columns.ts";

const KEY = "columns";

export type ColumnChoice<Row, Id extends string = string> = {
  all: readonly Column<Row, Id>[];
  /** In the order of all of them. */
  shown: readonly Column<Row, Id>[];
  choose: (ids: readonly string[]) => void;
};

/** Which columns of a list are shown. It stands in the address beside the filters, so that a colleague sees
 *  the same; the column that leads a row always stays. */
export function useColumns<Row, Id extends string>(
  all: readonly Column<Row, Id>[],
): ColumnChoice<Row, Id> {
  const pathname = usePathname();
  const search = useSearchParams();
  const text = search.get(KEY);
  const shown = useMemo(() => {
    const wanted = text?.split(",") ?? [];
    const found = all.filter((column) => wanted.includes(column.id) || leads(all, column));
    // An address that names none of them was cut or is another list's.
    return found.length > 1 || wanted.length === 1 ? found : all;
  }, [all, text]);
  const choose = useCallback(
    (ids: readonly string[]) => {
      const next = new URLSearchParams(search.toString());
      if (all.every(({ id }) => ids.includes(id))) next.delete(KEY);
      else next.set(KEY, ids.join(","));
      const query = next.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
      // The rows stay as they are: nothing has to be asked for again.
      window.history.replaceState(null, "", query ? `${pathname}?${query}` : pathname);
    },
    [all, pathname, search],
  );
  return { all, shown, choose };
}

/** The column that is a row's link and a card's first line. */
export function leads(all: readonly Column<never>[], column: Column<never>): boolean {
  return column === (all.find(({ card }) => card === "lead") ?? all[0]);
}
