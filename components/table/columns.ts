import type { ReactNode } from "react";

export type CardPlace = "lead" | "figure" | "line" | "none";

export type Column<Row, Id extends string = string> = {
  id: Id;
  header: string;
  /** Null where a row has nothing to show; a card then leaves out the line. */
  cell: (row: Row) => ReactNode;
  /** Figures are right-aligned, everything else left-aligned. */
  align?: "left" | "right";
  /** A Tailwind width for the column ("w-40"); columns without one share the remaining width. */
  width?: string;
  /** The place on a phone's card: left or right end of the first line, a labelled line, or none. */
  card?: CardPlace;
  /** The smallest breakpoint at which the table has the column. A phone's card shows it in any case. */
  from?: "lg" | "xl" | "2xl" | "3xl";
  /** Adds space before the column, for a text after a right-aligned figure. */
  apart?: boolean;
  /** The cell contains a link or button, which must be above the row's link. */
  interactive?: boolean;
};

/** The place of a column on a phone's card. The first column leads unless another is declared as lead. */
export function cardPlace<Row>(columns: readonly Column<Row>[], index: number): CardPlace {
  const column = columns[index];
  if (column?.card) return column.card;
  const led = columns.some((other) => other.card === "lead");
  return !led && index === 0 ? "lead" : "line";
}

/** Space between a right-aligned figure and a left-aligned text in the next column. */
export const APART = "md:pl-5!";

/** The classes by which a column stays away from tables too narrow for it. */
export const FROM = {
  all: "md:table-cell",
  lg: "md:hidden lg:table-cell",
  xl: "md:hidden xl:table-cell",
  "2xl": "md:hidden 2xl:table-cell",
  "3xl": "md:hidden 3xl:table-cell",
} as const;
