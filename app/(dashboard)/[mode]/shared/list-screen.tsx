"use client";

import { type ReactNode, useState } from "react";
import { FilterBar } from "#components/filters/filter-bar.tsx";
import type { Names } from "#components/filters/filters.ts";
import type { UrlFilters } from "#components/filters/use-url-filters.ts";
import type { Column } from "#components/table/columns.ts";
import { DataTable, type DataTableProps } from "#components/table/data-table.tsx";
import { type ColumnChoice, leads } from "#components/table/use-columns.ts";
import { later } from "#components/ui/later.tsx";
import { PageHeader, type PageHeaderProps } from "#components/ui/page-header.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import type { ListPath } from "#lib/dashboard/internal-api.ts";
import { VIEWED_LISTS, type ViewedList } from "#lib/kernel/vocabulary/list-views.ts";
import { useSession } from "../../session.tsx";
import type { PreviewItem, PreviewProps } from "./list-preview.tsx";
import { ListError, type ListFailure, NothingFound } from "./list-states.tsx";
import { ListTabs, type StatusTab } from "./list-tabs.tsx";
import { ListTools } from "./list-tools.tsx";
import { useOpenedRows } from "./use-opened-rows.ts";

/** Only in an empty list. */
const OtherStatuses = later(() =>
  import("./other-statuses.tsx").then(({ OtherStatuses }) => OtherStatuses),
);

const SaveView = later<{ list: ViewedList }>(() =>
  import("./save-view.tsx").then(({ SaveView }) => SaveView),
);

const ListPreview = later<PreviewProps>(() =>
  import("./list-preview.tsx").then(({ ListPreview }) => ListPreview),
);

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
  /** In the filter bar, before the choice of columns and the export. */
  filterActions?: ReactNode;
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
          filters={filters}
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
  const { noun, query, rows, columns, rowHref, filters, empty, unmatched, isEmpty } = props;
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
  const items = rowHref && rows?.map((row) => previewItem(row, columns, rowHref(row)));
  return (
    <>
      {props.aboveTable}
      <DataTable
        caption={props.caption ?? `${noun.charAt(0).toUpperCase()}${noun.slice(1)}, newest first`}
        columns={"shown" in columns ? columns.shown : columns}
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
        <ListPreview items={items} shown={previewed} onShow={setPreviewed} onOpen={onOpen} />
      )}
    </>
  );
}

/** Every column of a row, including those that the table does not show. */
function previewItem<Row extends { id: string }, Id extends string>(
  row: Row,
  columns: ListProps<Row, Id>["columns"],
  href: string,
): PreviewItem {
  const all: readonly Column<Row>[] = "all" in columns ? columns.all : columns;
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
