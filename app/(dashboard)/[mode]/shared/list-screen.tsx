"use client";

import type { ReactNode } from "react";
import { FilterBar } from "#components/filters/filter-bar.tsx";
import { FilterQuery } from "#components/filters/filter-query.tsx";
import type { UrlFilters } from "#components/filters/use-url-filters.ts";
import { later } from "#components/ui/later.tsx";
import { PageHeader, type PageHeaderProps } from "#components/ui/page-header.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { VIEWED_LISTS, type ViewedList } from "#lib/kernel/vocabulary/list-views.ts";
import { useSession } from "../../session.tsx";
import { useMoreRows } from "./continued-rows.ts";
import type { ListProps, RowsProps } from "./list-props.ts";
import { ListError } from "./list-states.tsx";
import { ListTable } from "./list-table.tsx";
import { ListTabs } from "./list-tabs.tsx";
import { ListTools } from "./list-tools.tsx";
import { useTagChoices } from "./use-tag-choices.ts";

const SaveView = later<{ list: ViewedList }>(() =>
  import("./save-view.tsx").then(({ SaveView }) => SaveView),
);

const NO_FILTERS: UrlFilters["defs"] = [];

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
        <ListTabs
          list={viewed}
          statusTabs={props.statusTabs ?? []}
          filters={filters}
          shown={
            page && !query.isPlaceholderData
              ? { total: page.total, orMore: page.uncounted ?? false }
              : undefined
          }
        />
      )}
      {filters && filters.defs.length > 0 && !isEmpty && failed?.status !== 403 && (
        <FilterBar
          filters={{ ...filters, defs }}
          onReach={onReach}
          names={page?.names}
          saving={viewed && <SaveView list={viewed} />}
          query={
            <FilterQuery
              filters={{ ...filters, defs }}
              noun={noun}
              currency={session.account.currency}
            />
          }
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
    </>
  );
  return wrap && !failed ? wrap(list) : list;
}

/** The rows with their pages, or as one list that goes on while it is scrolled. */
function Rows<Row extends { id: string }, Id extends string>(props: RowsProps<Row, Id>) {
  const { page, rows, filters, columns, query } = props;
  const { mode } = useSession();
  const MoreRows = useMoreRows();
  const stale = filters?.pending || query.isPlaceholderData;
  const isLong = MoreRows && page && filters && rows && rows.length > 0;
  return (
    <>
      {isLong ? (
        <MoreRows
          path={props.path}
          params={{ mode, id: props.of ?? "" }}
          query={{ ...filters.values, ...("asked" in columns && columns.asked) }}
          page={page}
          rows={rows}
          stale={stale ?? false}
        >
          {(continued) => <ListTable {...props} {...continued} stale={stale} />}
        </MoreRows>
      ) : (
        <ListTable {...props} stale={stale} />
      )}
      {page && filters && (
        <Pagination
          previousHref={filters.pageHref({ before: page.newer })}
          nextHref={isLong ? null : filters.pageHref({ after: page.older })}
        />
      )}
    </>
  );
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
