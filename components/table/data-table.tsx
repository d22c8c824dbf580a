"use client";

import { type MouseEvent, type PointerEvent, type ReactNode, useMemo } from "react";
import { cx } from "../ui/cx.ts";
import { LEAST, leastWidths } from "./column-widths.ts";
import { type Column, cardPlace } from "./columns.ts";
import { HeaderCell, type TableSorting } from "./header-cell.tsx";
import { SelectAll } from "./select-boxes.tsx";
import { SkeletonRows } from "./skeleton-rows.tsx";
import { ROW_LINK, TableRow } from "./table-row.tsx";
import { useRowKeys } from "./use-row-keys.ts";
import type { RowPart } from "./use-row-part.ts";
import { ROW_KEY, type RowSelection } from "./use-row-selection.ts";
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
  /** Pixels that the person gave to columns. */
  widths?: Readonly<Record<string, number>>;
  /** Called when the edge of a column's head was dragged; null: the usual width again. */
  onWidth?: (id: string, width: number | null) => void;
  /** Heads sort the list. */
  sorting?: TableSorting;
  /** The rows to render, of a list too long for the page, and its number of rows where it is known. */
  part?: RowPart | undefined;
  total?: number | undefined;
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
    stale,
    compact,
    empty,
    expectedRows = 10,
    selection,
    onOpen,
    onPreview,
    part,
  } = props;
  // Its identity changes with the rows only, so that rows that did not change are not rendered again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key of a row does not change.
  const shown = useMemo(() => (rows ?? []).map(rowKey), [rows]);
  const body = useRowKeys<HTMLTableSectionElement>({ onPreview, selection, shown });
  const inSight = useRowsInSight(compact);
  if (rows?.length === 0 && empty) return empty;
  const least = leastWidths(columns, props.widths ?? NO_WIDTHS);
  const table = (
    <table
      // biome-ignore lint/a11y/noRedundantRoles: as blocks on a phone it would lose its role.
      role="table"
      aria-busy={!rows || stale || undefined}
      aria-rowcount={part && (props.total === undefined ? -1 : props.total + 1)}
      style={least ?? undefined}
      className={cx(
        "block w-full text-13 md:table md:table-fixed md:border-separate md:border-spacing-0",
        least && LEAST,
      )}
    >
      <caption className="sr-only">{caption}</caption>
      <TableHead {...props} shown={shown} />
      <tbody
        ref={body}
        // biome-ignore lint/a11y/noRedundantRoles: as above.
        role="rowgroup"
        onPointerMove={tellFullText}
        onClickCapture={(event) => openRow(event, onOpen)}
        className={cx("block transition-opacity md:table-row-group", stale && "opacity-50")}
      >
        {rows ? (
          <BodyRows {...props} rows={rows} shown={shown} inSight={inSight} />
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
  if (!least) return table;
  // Its rows' backgrounds reach 8 px beyond the table. The head sticks to what scrolls, which is not the page here.
  return <div className="md:-mx-2 md:overflow-x-auto md:px-2 md:[--frame-top:0px]">{table}</div>;
}

type BodyProps<Row> = DataTableProps<Row> & {
  rows: readonly Row[];
  shown: readonly string[];
  inSight: number;
};

function BodyRows<Row>(props: BodyProps<Row>) {
  const { columns, rows, rowKey, rowHref, compact, selection, shown, fresh, part, inSight } = props;
  const line = (row: Row, number?: number) => (
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
      at={number}
    />
  );
  if (!part) return rows.slice(0, inSight).map((row) => line(row));
  // One array: a row keeps its element, and so the focus, when it becomes part of another piece.
  return part.pieces.flatMap(({ from, to, above }) => [
    <Space key={`above-${from}`} px={above} />,
    ...rows.slice(from, to).map((row, index) => line(row, from + index + FIRST_ROW)),
  ]);
}

/** Number of the first row; the head is row 1. */
const FIRST_ROW = 2;

/** The height of rows that are not on the page. */
const Space = ({ px }: { px: number }) => (
  <tr aria-hidden className="block md:table-row">
    <td className="block p-0 md:table-cell" colSpan={99} style={{ height: px }} />
  </tr>
);

const NO_WIDTHS: Readonly<Record<string, number>> = {};

function TableHead<Row>(props: DataTableProps<Row> & { shown: readonly string[] }) {
  const { columns, selection, shown, widths = NO_WIDTHS, onWidth, sorting } = props;
  return (
    <thead className="sr-only md:not-sr-only md:table-header-group">
      <tr>
        {selection && <SelectAll selection={selection} shown={shown} />}
        {columns.map((column) => (
          <HeaderCell
            key={column.id}
            column={column}
            width={widths[column.id]}
            onWidth={onWidth}
            sorting={sorting}
          />
        ))}
      </tr>
    </thead>
  );
}

/** Loaded when the pointer first moves over a table. */
function tellFullText(event: PointerEvent<HTMLElement>) {
  import("./full-text.ts").then(
    (part) => part.tellFullText(event),
    () => {},
  );
}

/** Reports a press on a row's link. A time with its tooltip lies above the link that covers the row, so a press on it is
 *  passed on to the link. */
function openRow(event: MouseEvent, onOpen: ((key: string) => void) | undefined) {
  const { target, ctrlKey, metaKey, shiftKey } = event;
  const row = target instanceof Element ? target.closest(`[${ROW_KEY}]`) : null;
  const pressed = target instanceof Element ? target.closest("a, button") : null;
  if (pressed?.hasAttribute(ROW_LINK)) onOpen?.(row?.getAttribute(ROW_KEY) ?? "");
  if (!row || pressed) return;
  const press = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey };
  row.querySelector(`[${ROW_LINK}]`)?.dispatchEvent(new window.MouseEvent("click", press));
}
