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
  /** Shows or hides one, beside what was chosen a moment before and may not be drawn yet. */
  show: (id: string, on: boolean) => void;
};

/** Which columns of a list are shown. It stands in the address beside the filters, so that a colleague sees
 *  the same; the column that leads a row always stays. */
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
      // The rows stay as they are: nothing has to be asked for again.
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

/** The columns that an address names, in the order of all of them. */
function named<Row, Id extends string>(
  all: readonly Column<Row, Id>[],
  text: string | null,
): readonly Column<Row, Id>[] {
  const wanted = text?.split(",") ?? [];
  const found = all.filter((column) => wanted.includes(column.id) || leads(all, column));
  // An address that names none of them was cut or is another list's.
  return found.length > 1 || wanted.length === 1 ? found : all;
}

/** The column that is a row's link and a card's first line. */
export function leads(all: readonly Column<never>[], column: Column<never>): boolean {
  return column === (all.find(({ card }) => card === "lead") ?? all[0]);
}
