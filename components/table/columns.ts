import type { ReactNode } from "react";

export type CardPlace = "lead" | "figure" | "line" | "none";

export type Column<Row, Id extends string = string> = {
  id: Id;
  header: string;
  /** null where a row has nothing to show: a card then goes without the line. */
  cell: (row: Row) => ReactNode;
  /** Figures stand right, everything else left. */
  align?: "left" | "right";
  /** A Tailwind width for the column ("w-40"); a column without one takes what is left. */
  width?: string;
  /** Where it goes on a phone's card: the first line's left or right end, a labelled line, nowhere. */
  card?: CardPlace;
  /** The narrowest screen whose table has room for it; a phone's card shows it all the same. */
  from?: "lg" | "xl" | "2xl";
  /** Stands further from the column before it: after a figure on its right edge. */
  apart?: boolean;
  /** The cell holds something to press, which must lie above the row's link. */
  interactive?: boolean;
};

/** The place of each column on a phone's card: the first column leads unless one says so. */
export function cardPlace<Row>(columns: readonly Column<Row>[], index: number): CardPlace {
  const column = columns[index];
  if (column?.card) return column.card;
  const led = columns.some((other) => other.card === "lead");
  return !led && index === 0 ? "lead" : "line";
}

/** Room between a figure on the right of its column and a text on the left of the next. */
export const APART = "md:pl-5!";

/** The classes by which a column stays away from tables too narrow for it. */
export const FROM = {
  all: "md:table-cell",
  lg: "md:hidden lg:table-cell",
  xl: "md:hidden xl:table-cell",
  "2xl": "md:hidden 2xl:table-cell",
} as const;
