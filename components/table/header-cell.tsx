import { ArrowDown, ArrowUp } from "lucide-react";
import { cx } from "../ui/cx.ts";
import { later } from "../ui/later.tsx";
import { APART, type Column, FROM } from "./columns.ts";
import type { Sorting } from "./sorting.ts";

const ColumnEdge = later<{ onWidth: (width: number | null) => void }>(() =>
  import("./column-edge.tsx").then(({ ColumnEdge }) => ColumnEdge),
);

export type TableSorting = {
  now: Sorting;
  onSort: (by: string) => void;
  /** Why the list cannot be sorted by it now, or null. */
  refusal: (by: string) => string | null;
};

type HeaderCellProps<Row> = {
  column: Column<Row>;
  width: number | undefined;
  onWidth: ((id: string, width: number | null) => void) | undefined;
  sorting: TableSorting | undefined;
};

/** The head of a column, which sorts the list where its order has an index or the rows are few. */
export function HeaderCell<Row>({ column, width, onWidth, sorting }: HeaderCellProps<Row>) {
  const { now } = sorting ?? {};
  const isSorted = column.sort !== undefined && now?.by === column.sort;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (now?.descending ? "descending" : "ascending") : undefined}
      style={width === undefined ? undefined : { width }}
      className={cx(
        "sticky top-(--frame-top,0px) z-10 h-8 border-b border-line bg-surface px-2 text-12 font-medium whitespace-nowrap text-ink-faint first:pl-0 last:pr-0",
        column.align === "right" ? "text-right" : "text-left",
        column.from && FROM[column.from],
        column.apart && APART,
        column.width,
      )}
    >
      {sorting && column.sort ? (
        <SortButton column={column} by={column.sort} sorting={sorting} isSorted={isSorted} />
      ) : (
        column.header
      )}
      {onWidth && <ColumnEdge onWidth={(next) => onWidth(column.id, next)} />}
    </th>
  );
}

type SortButtonProps<Row> = {
  column: Column<Row>;
  by: string;
  sorting: TableSorting;
  isSorted: boolean;
};

function SortButton<Row>({ column, by, sorting, isSorted }: SortButtonProps<Row>) {
  const { now, onSort, refusal } = sorting;
  const reason = refusal(by);
  const Arrow = isSorted && !now.descending ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      aria-disabled={reason !== null}
      title={reason ?? undefined}
      onClick={() => reason === null && onSort(by)}
      className={cx(
        "group/sort relative -ml-1 inline-flex h-6 items-center rounded-small pl-1 font-medium hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:hover:text-ink-faint",
        isSorted && "text-ink",
      )}
    >
      {column.header}
      {/* Beside the text without taking room from it. */}
      <Arrow
        className={cx(
          "absolute size-3 transition-opacity",
          column.align === "right" ? "right-full -mr-0.5" : "left-full -ml-0.5",
          isSorted ? "opacity-100" : "opacity-0 group-hover/sort:opacity-60",
        )}
        aria-hidden
      />
    </button>
  );
}
