"use client";

import { useLayoutEffect } from "react";
import { type FilterValues, withoutCursors } from "#components/filters/filters.ts";
import {
  endReturn,
  here,
  type ListSource,
  listReturnedTo,
  rememberList,
} from "#components/table/opened-lists.ts";
import { fillPath } from "#lib/dashboard/client.ts";
import type { ListPath } from "#lib/dashboard/internal-files.ts";

type Opening<Row> = {
  path: ListPath;
  params: Readonly<Record<string, string>>;
  page: { newer?: string | null; older?: string | null } | undefined;
  rows: readonly Row[] | undefined;
  rowHref: ((row: Row) => string) | undefined;
  filters: FilterValues | undefined;
};

/** Remembers the list when a row is opened, and after Back restores its scroll position and the focus on the row.
 *  Returns what is to be called before a row is opened. */
export function useOpenedRows<Row extends { id: string }>(opening: Opening<Row>) {
  const { rows, rowHref } = opening;
  const isReady = rows !== undefined && rows.length > 0;
  useLayoutEffect(() => {
    const list = isReady ? listReturnedTo() : null;
    if (!list) return;
    const link = document.querySelector<HTMLElement>(
      `a[data-row-link][href="${CSS.escape(list.at)}"]`,
    );
    window.scrollTo({ top: list.scrollY, behavior: "instant" });
    link?.focus({ preventScroll: true });
    link?.closest("tr")?.scrollIntoView({ block: "nearest" });
    endReturn();
  }, [isReady]);
  if (!rows || !rowHref) return undefined;
  return (id: string) => {
    const row = rows.find((one) => one.id === id);
    if (!row) return;
    rememberList({
      address: here(),
      hrefs: rows.map(rowHref),
      at: rowHref(row),
      scrollY: window.scrollY,
      source: sourceOf(opening, row, rowHref(row)),
    });
  };
}

function sourceOf<Row extends { id: string }>(
  { path, params, page, filters = {} }: Opening<Row>,
  row: Row,
  href: string,
): ListSource | null {
  const field = Object.entries(page ?? {}).find(
    ([, value]) => Array.isArray(value) && value.some((one: { id?: string }) => one.id === row.id),
  );
  if (!field || !href.endsWith(`/${row.id}`)) return null;
  return {
    path: fillPath(path, params),
    query: {
      ...(withoutCursors(filters) as Record<string, string>),
      ...(filters.sort ? { sort: filters.sort } : {}),
    },
    field: field[0],
    href: href.replace(row.id, "{id}"),
    newer: page?.newer ?? null,
    older: page?.older ?? null,
  };
}
