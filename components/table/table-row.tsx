import { cx } from "../ui/cx.ts";
import { PlaceLink } from "../ui/place-link.tsx";
import { APART, type Column, cardPlace, FROM } from "./columns.ts";
import { SelectBox } from "./select-boxes.tsx";
import { ROW_KEY, type RowSelection } from "./use-row-selection.ts";

export const ROW_LINK = "data-row-link";

/** Background of the row, drawn by its link: on a phone a table row cannot have its own. */
const SELECTED = "[&_a[data-row-link]]:before:bg-accent-soft";

const CARD = {
  lead: "col-start-1 row-start-1 font-medium",
  figure: "col-start-2 row-start-1 max-md:text-right",
  line: "col-span-2 flex items-center justify-between gap-4",
  none: "max-md:hidden",
};

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
};

/** One row; a card on a phone. With a URL, its lead cell is a link that covers the row, so that middle click,
 *  long press and screen readers find a real link. */
export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, href, compact, id, selection, shown, fresh } = props;
  const selected = selection?.selected.has(id);
  return (
    <tr
      // biome-ignore lint/a11y/noRedundantRoles: as a grid on a phone it would lose its role.
      role="row"
      aria-selected={selection ? selected : undefined}
      {...{ [ROW_KEY]: id }}
      className={cx(
        fresh && "animate-row-in",
        selected && SELECTED,
        "group/row relative grid scroll-mt-24 scroll-mb-4 grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 border-b border-line py-3 md:table-row md:border-0",
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
              "min-w-0 md:truncate md:border-b md:border-line md:px-2 md:py-0 md:first:pl-0 md:last:pr-0",
              FROM[column.from ?? "all"],
              column.apart && APART,
              compact ? "md:h-8" : "md:h-10",
              column.align === "right" && "md:text-right",
              CARD[place],
              // A card has no columns to align: leave out a line without content.
              place === "line" && content === null && "max-md:hidden",
              place !== "lead" && "md:font-normal",
              column.interactive && "[&_a]:relative [&_a]:z-1 [&_button]:relative [&_button]:z-1",
            )}
          >
            {place === "line" && (
              <span className="text-12 text-ink-faint md:hidden" aria-hidden>
                {column.header}
              </span>
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
