"use client";

import { useState } from "react";
import { SORT_KEY } from "#components/filters/filters.ts";
import { type Column, leads } from "#components/table/columns.ts";
import { DataTable } from "#components/table/data-table.tsx";
import type { TableSorting } from "#components/table/header-cell.tsx";
import {
  nextSorting,
  readSorting,
  type Sorting,
  sortingText,
  sortRefusal,
} from "#components/table/sorting.ts";
import type { RowPart } from "#components/table/use-row-part.ts";
import { later } from "#components/ui/later.tsx";
import { LIST_SORTS, type ListName } from "#lib/kernel/vocabulary/lists.ts";
import { useSession } from "../../session.tsx";
import type { PreviewItem, PreviewProps } from "./list-preview.tsx";
import type { ListProps, RowsProps } from "./list-props.ts";
import { NothingFound } from "./list-states.tsx";
import { ListSums } from "./list-sums.tsx";
import { useOpenedRows } from "./use-opened-rows.ts";

/** Only in an empty list. */
const OtherStatuses = later(() =>
  import("./other-statuses.tsx").then(({ OtherStatuses }) => OtherStatuses),
);

const ListPreview = later<PreviewProps>(() =>
  import("./list-preview.tsx").then(({ ListPreview }) => ListPreview),
);

/** The table of a list with its sums, its preview, and what to show without rows. */
export function ListTable<Row extends { id: string }, Id extends string>(
  props: RowsProps<Row, Id> & { stale: boolean | undefined; part?: RowPart },
) {
  const { noun, page, rows, columns, rowHref, filters, empty, unmatched, isEmpty } = props;
  const { mode } = useSession();
  const [previewed, setPreviewed] = useState<string | null>(null);
  const [wasPreviewed, setWasPreviewed] = useState(false);
  if (previewed !== null && !wasPreviewed) setWasPreviewed(true);
  const onOpen = useOpenedRows({
    path: props.path,
    params: { mode, id: props.of ?? "" },
    page: props.page,
    rows,
    rowHref,
    filters: filters?.values,
  });
  const sorting = sortingOf(props);
  const items =
    wasPreviewed && rowHref && rows?.map((row) => previewItem(row, columns, rowHref(row)));
  return (
    <>
      {props.sums && page && page.total > 0 && (
        <ListSums path={props.sums.path} what={props.sums.what} filters={filters?.values} />
      )}
      {props.aboveTable}
      <DataTable
        caption={props.caption ?? captionOf(noun, columns, sorting?.now)}
        columns={"shown" in columns ? columns.shown : columns}
        widths={"shown" in columns ? columns.widths : undefined}
        onWidth={"shown" in columns ? columns.setWidth : undefined}
        sorting={sorting}
        rows={rows}
        rowKey={(row) => row.id}
        rowHref={rowHref}
        stale={props.stale}
        part={props.part}
        total={page?.uncounted ? undefined : page?.total}
        selection={props.selection}
        fresh={props.fresh}
        onOpen={onOpen}
        onPreview={rowHref && setPreviewed}
        expectedRows={props.expectedRows ?? 12}
        empty={
          isEmpty || !filters ? (
            empty
          ) : (
            <NothingFound
              noun={noun}
              note={unmatched}
              onClear={filters.clear}
              instead={<OtherStatuses path={props.path} of={props.of} filters={filters} />}
            />
          )
        }
      />
      {props.belowTable}
      {items && (
        <ListPreview
          items={items}
          shown={previewed}
          onShow={setPreviewed}
          onOpen={onOpen}
          more={props.previewMore}
        />
      )}
    </>
  );
}

/** Sorting by the heads of the columns, in the URL. */
function sortingOf<Row extends { id: string }, Id extends string>({
  columns,
  filters,
  page,
}: ListProps<Row, Id>): TableSorting | undefined {
  const list = "shown" in columns ? columns.list : undefined;
  const all: Partial<Record<ListName, Readonly<Record<string, string>>>> = LIST_SORTS;
  const sorts = list && all[list];
  if (!sorts || !filters) return undefined;
  const now = readSorting(filters.values.sort);
  return {
    now,
    onSort: (by) => filters.set(SORT_KEY, sortingText(nextSorting(now, by))),
    refusal: (by) => sortRefusal(sorts, by, page?.total),
  };
}

function captionOf<Row>(
  noun: string,
  columns: { shown: readonly Column<Row>[] } | readonly Column<Row>[],
  sorting: Sorting | undefined,
): string {
  const name = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  const { by = "created", descending = true } = sorting ?? {};
  if (by === "created") return `${name}, ${descending ? "newest" : "oldest"} first`;
  const shown = "shown" in columns ? columns.shown : columns;
  const header = shown.find(({ sort }) => sort === by)?.header.toLowerCase() ?? by;
  return `${name} by ${header}, ${descending ? "descending" : "ascending"}`;
}

/** Every column of a row, including those that the table does not show. */
function previewItem<Row extends { id: string }, Id extends string>(
  row: Row,
  columns: ListProps<Row, Id>["columns"],
  href: string,
): PreviewItem {
  const known: readonly Column<Row>[] = "all" in columns ? columns.all : columns;
  // Optional columns are read only when they are shown.
  const all = known.filter(
    (column) =>
      !column.optional || ("shown" in columns && columns.shown.some(({ id }) => id === column.id)),
  );
  return {
    id: row.id,
    href,
    title: () => all.find((column) => leads(all, column))?.cell(row),
    facts: () =>
      all
        .filter((column) => !leads(all, column))
        .map((column) => ({ term: column.header, value: column.cell(row) })),
  };
}
