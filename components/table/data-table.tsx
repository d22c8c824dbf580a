"use client";

import type { ReactNode } from "react";
import { cx } from "../ui/cx.ts";
import { APART, type Column, cardPlace, FROM } from "./columns.ts";
import { SelectAll } from "./select-boxes.tsx";
import { SkeletonRows } from "./skeleton-rows.tsx";
import { ROW_LINK, TableRow } from "./table-row.tsx";
import { useRowKeys } from "./use-row-keys.ts";
import { ROW_KEY, type RowSelection, useSelectionKeys } from "./use-row-selection.ts";
import { useRowsInSight } from "./use-rows-in-sight.ts";

export type DataTableProps<Row> = {
  /** The table's name for screen readers: "Payments, newest first". */
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first page is loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** The URL of a row. The lead column becomes the link, whose area is the whole row. */
  rowHref?: (row: Row) => string;
  /** The rows belong to the previous filters; they are dimmed until the new ones arrive. */
  stale?: boolean;
  compact?: boolean;
  /** Shown when there are no rows: an `EmptyState`. */
  empty?: ReactNode;
  expectedRows?: number;
  /** Adds a checkbox to each row; from `useRowSelection`. */
  selection?: RowSelection;
  /** New rows, which are highlighted. */
  fresh?: ReadonlySet<string>;
  /** Called before a row's link is followed. */
  onOpen?: (key: string) => void;
  /** Called when Space is pressed on a row. */
  onPreview?: (key: string) => void;
};

/** A table with a sticky head, tabular figures and one link per row. `j` and `k` move the focus, Enter opens a
 *  row, Space previews it. While loading it shows skeleton rows of the same height. On a phone each row has two lines. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    rowKey,
    rowHref,
    stale,
    compact,
    empty,
    expectedRows = 10,
    selection,
    fresh,
    onOpen,
    onPreview,
  } = props;
  const body = useRowKeys<HTMLTableSectionElement>(onPreview);
  const shown = (rows ?? []).map(rowKey);
  useSelectionKeys(selection, shown);
  const inSight = useRowsInSight(compact);
  if (rows?.length === 0 && empty) return empty;
  return (
    <table
      // biome-ignore lint/a11y/noRedundantRoles: as blocks on a phone it would lose its role.
      role="table"
      aria-busy={!rows || stale || undefined}
      className="block w-full text-13 md:table md:table-fixed md:border-separate md:border-spacing-0"
    >
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr>
          {selection && <SelectAll selection={selection} shown={shown} />}
          {columns.map((column) => (
            <HeaderCell key={column.id} column={column} />
          ))}
        </tr>
      </thead>
      <tbody
        ref={body}
        // biome-ignore lint/a11y/noRedundantRoles: as above.
        role="rowgroup"
        onClickCapture={onOpen && (({ target }) => reportOpened(target, onOpen))}
        className={cx("block transition-opacity md:table-row-group", stale && "opacity-50")}
      >
        {rows ? (
          rows
            .slice(0, inSight)
            .map((row) => (
              <TableRow
                key={rowKey(row)}
                row={row}
                columns={columns}
                href={rowHref?.(row)}
                compact={compact}
                id={rowKey(row)}
                selection={selection}
                shown={shown}
                fresh={fresh?.has(rowKey(row))}
              />
            ))
        ) : (
          <SkeletonRows
            columns={columns}
            count={expectedRows}
            compact={compact}
            place={cardPlace}
            boxes={selection !== undefined}
          />
        )}
      </tbody>
    </table>
  );
}

function reportOpened(target: EventTarget, onOpen: (key: string) => void) {
  const link = target instanceof Element ? target.closest(`[${ROW_LINK}]`) : null;
  const key = link?.closest(`[${ROW_KEY}]`)?.getAttribute(ROW_KEY);
  if (key) onOpen(key);
}

function HeaderCell<Row>({ column }: { column: Column<Row> }) {
  return (
    <th
      scope="col"
      className={cx(
        "sticky top-(--frame-top,0px) z-10 h-8 border-b border-line bg-surface px-2 text-12 font-medium whitespace-nowrap text-ink-faint first:pl-0 last:pr-0",
        column.align === "right" ? "text-right" : "text-left",
        column.from && FROM[column.from],
        column.apart && APART,
        column.width,
      )}
    >
      {column.header}
    </th>
  );
}
