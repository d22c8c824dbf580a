import { memo } from "react";
import { cx } from "../ui/cx.ts";
import { PlaceLink } from "../ui/place-link.tsx";
import { APART, CARD, CARD_ROW, type Column, cardPlace, cellHeight, FROM } from "./columns.ts";
import { SelectBox } from "./select-boxes.tsx";
import { ROW_KEY, type RowSelection } from "./use-row-selection.ts";

export const ROW_LINK = "data-row-link";

/** Background of the row, drawn by its link: on a phone a table row cannot have its own. */
const SELECTED = "[&_a[data-row-link]]:before:bg-accent-soft";

/** Two layers: a background below the cells, and the click area above them. */
const LINK = cx(
  "outline-none before:absolute before:-inset-x-2 before:inset-y-0 before:-z-1 before:rounded-base before:transition-colors before:content-[''] group-hover/row:before:bg-surface-hover focus-visible:before:bg-surface-hover",
  "after:absolute after:-inset-x-2 after:inset-y-0 after:content-[''] focus-visible:after:rounded-base focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-ink",
);

export type TableRowProps<Row> = {
  row: Row;
  columns: readonly Column<Row>[];
  href?: string;
  compact?: boolean;
  id: string;
  selection?: RowSelection;
  /** The keys of all rows, in order. */
  shown: readonly string[];
  fresh?: boolean;
  /** Its number in a table that does not have all rows. */
  at?: number | undefined;
};

/** Not rendered again while its row, columns and selection are the same.
 *
 *  One row; two lines on a phone. With a URL, its lead cell is a link that covers the row, so that middle click,
 *  long press and screen readers find a real link. */
export const TableRow = memo(Line) as typeof Line;

function Line<Row>(props: TableRowProps<Row>) {
  const { row, columns, href, compact, id, selection, shown, fresh, at } = props;
  const selected = selection?.selected.has(id);
  return (
    <tr
      // biome-ignore lint/a11y/noRedundantRoles: as a grid on a phone it would lose its role.
      role="row"
      aria-rowindex={at}
      aria-selected={selection ? selected : undefined}
      {...{ [ROW_KEY]: id }}
      className={cx(
        fresh && "animate-row-in",
        selected && SELECTED,
        "group/row relative scroll-mt-24 scroll-mb-4",
        // In WebKit a table row is no frame for what is placed in it, unless it is transformed: each link would cover
        // the whole page.
        "[transform:translate(0)]",
        CARD_ROW,
        // Its own stacking context keeps the link's background below the cells.
        href && "z-0",
      )}
    >
      {selection && <SelectBox id={id} selection={selection} shown={shown} compact={compact} />}
      {columns.map((column, index) => {
        const place = cardPlace(columns, index);
        const content = column.cell(row);
        return (
          <td
            key={column.id}
            // biome-ignore lint/a11y/noRedundantRoles: the same.
            role="cell"
            className={cx(
              "max-lg:wrap-break-word lg:truncate md:border-b md:border-line md:px-2 md:py-1 lg:py-0 md:first:pl-0 md:last:pr-0",
              FROM[column.from ?? "all"],
              column.apart && APART,
              cellHeight(compact),
              column.align === "right" && "md:text-right",
              CARD[place],
              // A phone has no columns to align: leave out a cell without content.
              (place === "line" || place === "end") && content === null && "max-md:hidden",
              place !== "lead" && "md:font-normal",
              // The focus of a button reaches beyond the cell.
              column.interactive &&
                "lg:has-[button]:overflow-visible [&_a]:relative [&_a]:z-1 [&_button]:relative [&_button]:z-1",
            )}
          >
            {column.phoneLabel && (
              <span className="text-ink-faint md:hidden">{column.phoneLabel} </span>
            )}
            {place === "lead" && href ? (
              <PlaceLink href={href} {...{ [ROW_LINK]: "" }} className={LINK}>
                {content}
              </PlaceLink>
            ) : (
              content
            )}
          </td>
        );
      })}
    </tr>
  );
}
