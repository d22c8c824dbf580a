import type { ReactNode } from "react";

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand right, everything else left. */
  align?: "left" | "right";
  /** A Tailwind width for the column ("w-40"); a column without one takes what is left. */
  width?: string;
  /** Where it goes on a phone's card: the first line's left or right end, or a labelled line. */
  card?: "lead" | "figure" | "line";
  /** The cell holds something to press, which must lie above the row's link. */
  interactive?: boolean;
};

/** The place of each column on a phone's card: the first column leads unless one says so. */
export function cardPlace<Row>(
  columns: readonly Column<Row>[],
  index: number,
): "lead" | "figure" | "line" {
  const column = columns[index];
  if (column?.card) return column.card;
  const led = columns.some((other) => other.card === "lead");
  return !led && index === 0 ? "lead" : "line";
}
