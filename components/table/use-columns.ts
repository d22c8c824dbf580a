"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useLayoutEffect, useMemo } from "react";
import { askedColumns, decodeNames, encodeNames } from "#lib/kernel/vocabulary/column-names.ts";
import { type ListName, METADATA_COLUMN, METADATA_LISTS } from "#lib/kernel/vocabulary/lists.ts";
import { type Column, leads } from "./columns.ts";
import { useListLayout } from "./list-layouts.tsx";
import { metadataColumn } from "./metadata-column.tsx";

const KEY = "columns";

export type ColumnChoice<Row, Id extends string = string> = {
  list: ListName | undefined;
  /** Every column that the list knows, and the metadata columns that are shown. */
  all: readonly Column<Row, Id>[];
  /** The shown columns, in the person's order. */
  shown: readonly Column<Row, Id>[];
  /** Whether columns and order are the usual ones. */
  isUsual: boolean;
  choose: (ids: readonly string[]) => void;
  /** Shows or hides one column, on top of choices that are not rendered yet. */
  show: (id: string, on: boolean) => void;
  /** Pixels, by column. */
  widths: Readonly<Record<string, number>>;
  /** Null: the usual width. */
  setWidth: (id: string, width: number | null) => void;
  /** Back to the usual columns and widths. */
  reset: () => void;
  /** The parameter of the list's read for the optional columns. */
  asked: { more?: string };
};

/** The columns of a list. They are in the URL with the filters, so that a colleague sees the same; without them the
 *  person's own apply, which are kept on the server. The lead column is always shown. */
export function useColumns<Row, Id extends string>(
  all: readonly Column<Row, Id>[],
  list?: ListName,
): ColumnChoice<Row, Id> {
  const pathname = usePathname();
  const text = useSearchParams().get(KEY);
  const { layout, keep } = useListLayout(list);
  const { columns: kept, widths } = layout;
  const names = useMemo(
    () => namesOf(all, list, text === null ? kept : decodeNames(text)),
    [all, list, text, kept],
  );
  const choose = useCallback(
    (ids: readonly string[]) => {
      const isUsual = sameNames(ids, usualNames(all));
      keep({ columns: isUsual ? null : ids });
      replaceColumns(pathname, isUsual ? null : ids);
    },
    [all, pathname, keep],
  );
  useLayoutEffect(() => {
    if (text === null && kept) replaceColumns(pathname, kept);
  }, [text, kept, pathname]);
  const show = useCallback(
    (id: string, on: boolean) => {
      const now = namesOf(all, list, columnsOfUrl());
      const others = now.filter((one) => one !== id);
      choose(on ? inserted(all, others, id) : others);
    },
    [all, list, choose],
  );
  const setWidth = useCallback(
    (id: string, width: number | null) => {
      const { [id]: _, ...others } = widths;
      keep({ widths: width === null ? others : { ...others, [id]: width } });
    },
    [widths, keep],
  );
  const reset = useCallback(() => {
    keep({ columns: null, widths: {} });
    replaceColumns(pathname, null);
  }, [keep, pathname]);
  return useMemo(() => {
    const known = [...all, ...names.filter(isMetadata).map((id) => metadataColumn<Row, Id>(id))];
    return {
      ...{ list, all: known, choose, show, widths, setWidth, reset },
      shown: names.flatMap((name) => known.filter(({ id }) => id === name)),
      isUsual: sameNames(names, usualNames(all)) && Object.keys(widths).length === 0,
      asked: askedColumns(list, names),
    };
  }, [all, list, names, choose, show, widths, setWidth, reset]);
}

const isMetadata = (name: string) => name.startsWith(METADATA_COLUMN);

const sameNames = (some: readonly string[], others: readonly string[]) =>
  some.join() === others.join();

const usualNames = (all: readonly Column<never>[]): string[] =>
  all.filter(({ optional }) => !optional).map(({ id }) => id);

function columnsOfUrl(): string[] | null {
  const text = new URLSearchParams(window.location.search).get(KEY);
  return text === null ? null : decodeNames(text);
}

/** The names that a list can show, with its lead column. */
function namesOf(
  all: readonly Column<never>[],
  list: ListName | undefined,
  wanted: readonly string[] | null,
): readonly string[] {
  if (wanted === null) return usualNames(all);
  const hasMetadata = METADATA_LISTS.some((one) => one === list);
  const lead = all.find((column) => leads(all, column))?.id ?? "";
  const found = wanted.filter(
    (name) => all.some(({ id }) => id === name) || (hasMetadata && isMetadata(name)),
  );
  const names = found.includes(lead) ? found : [lead, ...found];
  // The URL names no known column: it is truncated or of another list.
  return names.length > 1 || wanted.length === 1 ? names : usualNames(all);
}

/** With a column at its usual place: before the first shown one that usually follows it. */
function inserted(
  all: readonly Column<never>[],
  names: readonly string[],
  id: string,
): readonly string[] {
  const place = (name: string) => {
    const at = all.findIndex((column) => column.id === name);
    return at < 0 ? all.length : at;
  };
  const before = names.findIndex((name) => place(name) > place(id));
  const at = before < 0 ? names.length : before;
  return [...names.slice(0, at), id, ...names.slice(at)];
}

/** The rows do not change, so no navigation is needed. */
function replaceColumns(pathname: string, ids: readonly string[] | null): void {
  const params = new URLSearchParams(window.location.search);
  if (ids) params.set(KEY, encodeNames(ids));
  else params.delete(KEY);
  const query = params.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  window.history.replaceState(null, "", query ? `${pathname}?${query}` : pathname);
}
