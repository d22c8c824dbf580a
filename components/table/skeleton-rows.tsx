import { cx } from "../ui/cx.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { APART, CARD, CARD_ROW, type Column, type cardPlace, cellHeight, FROM } from "./columns.ts";

const WIDTHS = ["w-3/5", "w-4/5", "w-1/2", "w-2/3"];

/** Placeholder rows of the height of real rows, so that the layout does not move when they load. */
export function SkeletonRows<Row>(props: {
  columns: readonly Column<Row>[];
  count: number;
  compact?: boolean;
  place: typeof cardPlace;
  /** Leaves space for a column of checkboxes. */
  boxes?: boolean;
}) {
  return Array.from({ length: props.count }, (_, line) => (
    <tr
      // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders have no identity.
      key={line}
      aria-hidden
      className={CARD_ROW}
    >
      {props.boxes && <td className="hidden border-b border-line md:table-cell" />}
      {props.columns.map((column, index) => (
        <td
          key={column.id}
          className={cx(
            "md:border-b md:border-line md:px-2 md:first:pl-0 md:last:pr-0",
            FROM[column.from ?? "all"],
            column.apart && APART,
            cellHeight(props.compact),
            CARD[props.place(props.columns, index)],
          )}
        >
          <Skeleton
            className={cx(
              "min-w-16",
              WIDTHS[(line + index) % WIDTHS.length],
              column.align === "right" && "md:ml-auto",
            )}
          />
        </td>
      ))}
    </tr>
  ));
}
