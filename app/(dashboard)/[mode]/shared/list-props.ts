import type { ReactNode } from "react";
import type { Names } from "#components/filters/filters.ts";
import type { UrlFilters } from "#components/filters/use-url-filters.ts";
import type { Column } from "#components/table/columns.ts";
import type { DataTableProps } from "#components/table/data-table.tsx";
import type { ColumnChoice } from "#components/table/use-columns.ts";
import type { SumPath } from "#lib/dashboard/internal-api.ts";
import type { ListPath } from "#lib/dashboard/internal-files.ts";
import type { ListFailure } from "./list-states.tsx";
import type { StatusTab } from "./list-tabs.tsx";

/** The page of a list: its total and its cursors. */
type ListPage = {
  total: number;
  /** More rows match than `total`; they are not counted. */
  uncounted?: boolean;
  newer?: string | null;
  older?: string | null;
  /** Names of ids that the filters narrow by. */
  names?: Names;
};

/** The parts of a list, with or without its header. */
export type ListProps<Row extends { id: string }, Id extends string> = {
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

/** A list that may be empty. */
export type RowsProps<Row extends { id: string }, Id extends string> = ListProps<Row, Id> & {
  isEmpty: boolean;
};
