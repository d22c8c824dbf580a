"use client";

import { type ReactNode, useState } from "react";
import { FilterBar } from "#components/filters/filter-bar.tsx";
import { type Names, SORT_KEY } from "#components/filters/filters.ts";
import type { UrlFilters } from "#components/filters/use-url-filters.ts";
import { type Column, leads } from "#components/table/columns.ts";
import { DataTable, type DataTableProps } from "#components/table/data-table.tsx";
import type { TableSorting } from "#components/table/header-cell.tsx";
import {
  nextSorting,
  readSorting,
  type Sorting,
  sortingText,
  sortRefusal,
} from "#components/table/sorting.ts";
import type { ColumnChoice } from "#components/table/use-columns.ts";
import { later } from "#components/ui/later.tsx";
import { PageHeader, type PageHeaderProps } from "#components/ui/page-header.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import type { SumPath } from "#lib/dashboard/internal-api.ts";
import type { ListPath } from "#lib/dashboard/internal-files.ts";
import { VIEWED_LISTS, type ViewedList } from "#lib/kernel/vocabulary/list-views.ts";
import { LIST_SORTS, type ListName } from "#lib/kernel/vocabulary/lists.ts";
import { useSession } from "../../session.tsx";
import type { PreviewItem, PreviewProps } from "./list-preview.tsx";
import { ListError, type ListFailure, NothingFound } from "./list-states.tsx";
import type { ListSumsProps } from "./list-sums.tsx";
import { ListTabs, type StatusTab } from "./list-tabs.tsx";
import { ListTools } from "./list-tools.tsx";
import { useOpenedRows } from "./use-opened-rows.ts";
import { useTagChoices } from "./use-tag-choices.ts";

/** Only in an empty list. */
const OtherStatuses = later(() =>
  import("./other-statuses.tsx").then(({ OtherStatuses }) => OtherStatuses),
);

const ListSums = later<ListSumsProps>(
  () => import("./list-sums.tsx").then(({ ListSums }) => ListSums),
  <p className="min-h-7" />,
);

const SaveView = later<{ list: ViewedList }>(() =>
  import("./save-view.tsx").then(({ SaveView }) => SaveView),
);

const ListPreview = later<PreviewProps>(() =>
  import("./list-preview.tsx").then(({ ListPreview }) => ListPreview),
);

const NO_FILTERS: UrlFilters["defs"] = [];

/** What every list view says about the page that it holds. */
type ListPage = {
  total: number;
  /** More rows match than `total`; they are not counted. */
  uncounted?: boolean;
  newer?: string | null;
  older?: string | null;
  /** Names of ids that the filters narrow by. */
  names?: Names;
};

type ListProps<Row extends { id: string }, Id extends string> = {
  /** The rows in the plural and lower case: "No payments match", "The payments could not be loaded". */
  noun: string;
  /** Path of the read; the export is at `${path}/export`. */
  path: ListPath;
  /** The object that the list belongs to, where its path names one. */
  of?: string;
  query: { error: ListFailure | null; isPlaceholderData: boolean; refetch: () => unknown };
  /** undefined until the first read succeeds. */
  page: ListPage | undefined;
  rows: readonly Row[] | undefined;
  /** A choice where the columns can be picked, an array where they are fixed. */
  columns: ColumnChoice<Row, Id> | readonly Column<Row>[];
  rowHref?: (row: Row) => string;
  /** Absent on lists that are read whole. */
  filters?: UrlFilters;
  /** Shown when nothing exists yet: `NothingYet`. */
  empty: ReactNode;
  /** Added to "No payments match": how long rows are kept, for instance. */
  unmatched?: string;
  /** Read by screen readers; by default the noun and "newest first". */
  caption?: string;
  expectedRows?: number;
  /** Tabs of statuses above the filters. */
  statusTabs?: readonly StatusTab[];
  /** In the preview of a row, below its columns. */
  previewMore?: (id: string) => ReactNode;
  /** In the filter bar, before the choice of columns and the export. */
  filterActions?: ReactNode;
  /** Adds up the rows that match: where, and what the amounts are. */
  sums?: { path: SumPath; what: string };
  aboveTable?: ReactNode;
  belowTable?: ReactNode;
  /** Puts filters, table and pages into something else, such as tabs. States without rows stay outside. */
  wrap?: (list: ReactNode) => ReactNode;
} & Pick<DataTableProps<Row>, "selection" | "fresh">;

type ScreenProps<Row extends { id: string }, Id extends string> = ListProps<Row, Id> &
  Pick<PageHeaderProps, "title" | "note" | "actions"> & {
    /** Header count where it differs from the total. */
    count?: number | undefined;
    /** Between header and filters. */
    notice?: ReactNode;
    /** Below the list. */
    children?: ReactNode;
  };

/**
 * A screen that is a list: header with count and actions, filters, columns and export, table, pages, and the four
 * states loading, failed, nothing yet and nothing matches.
 */
export function ListScreen<Row extends { id: string }, Id extends string>(
  props: ScreenProps<Row, Id>,
) {
  const { title, note, actions, count, notice, children, ...list } = props;
  const { page, filters } = list;
  const hasFilters = filters && filters.defs.length > 0;
  return (
    <>
      <PageHeader
        title={title}
        count={count ?? page?.total}
        orMore={page?.uncounted}
        note={note}
        actions={
          <>
            {!hasFilters && page && page.total > 0 && <Tools {...list} />}
            {actions}
          </>
        }
      />
      {notice}
      <List {...list} />
      {children}
    </>
  );
}

/** The list of a `ListScreen` without the header, for a part of another screen. */
export function List<Row extends { id: string }, Id extends string>(props: ListProps<Row, Id>) {
  const { noun, query, page, filters, empty, filterActions, wrap } = props;
  const { session } = useSession();
  const { defs, onReach } = useTagChoices(props.path, filters?.defs ?? NO_FILTERS);
  const failed = page ? null : query.error;
  const isEmpty = page?.total === 0 && !filters?.active;
  if (isEmpty && wrap) return empty;
  const clear = () => filters?.clear();
  const viewed = VIEWED_LISTS.find((name) => props.path === `/:mode/${name}`);
  const list = (
    <>
      {filters && viewed && !isEmpty && !failed && (
        <ListTabs list={viewed} statusTabs={props.statusTabs ?? []} filters={filters} />
      )}
      {filters && filters.defs.length > 0 && !isEmpty && failed?.status !== 403 && (
        <FilterBar
          filters={{ ...filters, defs }}
          onReach={onReach}
          names={page?.names}
          saving={viewed && <SaveView list={viewed} />}
          noun={noun}
          currency={session.account.currency}
          actions={
            <>
              {filterActions}
              <Tools {...props} />
            </>
          }
        />
      )}
      {failed ? (
        <ListError error={failed} noun={noun} onRetry={query.refetch} onClear={clear} />
      ) : (
        <Rows {...props} isEmpty={isEmpty} />
      )}
      {page && filters && (
        <Pagination
          previousHref={filters.pageHref({ before: page.newer })}
          nextHref={filters.pageHref({ after: page.older })}
        />
      )}
    </>
  );
  return wrap && !failed ? wrap(list) : list;
}

function Rows<Row extends { id: string }, Id extends string>(
  props: ListProps<Row, Id> & { isEmpty: boolean },
) {
  const { noun, query, page, rows, columns, rowHref, filters, empty, unmatched, isEmpty } = props;
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
  const items = rowHref && rows?.map((row) => previewItem(row, columns, rowHref(row)));
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
        stale={filters?.pending || query.isPlaceholderData}
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
      {items && wasPreviewed && (
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

function Tools<Row extends { id: string }, Id extends string>(props: ListProps<Row, Id>) {
  const { path, of, noun, page, filters, columns } = props;
  return (
    <ListTools
      path={path}
      of={of}
      what={noun}
      total={page?.total}
      orMore={page?.uncounted}
      filters={filters?.values}
      columns={"shown" in columns ? columns : undefined}
    />
  );
}
