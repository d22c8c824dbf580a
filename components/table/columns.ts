import type { ReactNode } from "react";

export type CardPlace = "lead" | "figure" | "line" | "none";

/** `end`: the right end of the second line. */
type ShownPlace = CardPlace | "end";

export type Column<Row, Id extends string = string> = {
  id: Id;
  header: string;
  /** Null where a row has nothing to show; a phone's row then leaves it out. */
  cell: (row: Row) => ReactNode;
  /** Figures are right-aligned, everything else left-aligned. */
  align?: "left" | "right";
  /** A Tailwind width for the column ("w-40"); columns without one share the remaining width. */
  width?: string;
  /** The place on a phone, where a row has two lines: left or right end of the first line, the second line, or none. */
  card?: CardPlace;
  /** Before the content on a phone, which has no heads, where the content does not say what it is: "Settled 6". */
  phoneLabel?: string;
  /** The smallest breakpoint at which the table has the column. A phone's row does not depend on it. */
  from?: "lg" | "xl" | "2xl" | "3xl";
  /** Adds space before the column, for a text after a right-aligned figure. */
  apart?: boolean;
  /** The name by which the list is sorted by it. */
  sort?: string;
  /** Shown only when a person chooses it. */
  optional?: boolean;
  /** The cell contains a link or button, which must be above the row's link. */
  interactive?: boolean;
};

/** The column that holds a row's link and is the first line of a card. */
export function leads(all: readonly Column<never>[], column: Column<never>): boolean {
  return column === (all.find(({ card }) => card === "lead") ?? all[0]);
}

/** Columns that the second line of a phone's row has room for. */
const MOST_ON_SECOND = 3;

/** The place of a column on a phone. The first column leads unless another is declared as lead. If the second line has
 *  too many columns, it keeps the first ones and the last, which is the time in most lists. */
export function cardPlace<Row>(columns: readonly Column<Row>[], index: number): ShownPlace {
  const led = columns.some((other) => other.card === "lead");
  const placeOf = (column: Column<Row> | undefined, at: number) =>
    column?.card ?? (!led && at === 0 ? "lead" : "line");
  const place = placeOf(columns[index], index);
  if (place !== "line") return place;
  const second = columns.filter((column, at) => placeOf(column, at) === "line");
  const at = second.indexOf(columns[index]!);
  const fits = at < MOST_ON_SECOND - 1;
  if (at > 0 && at === second.length - 1) return "end";
  // A phone shows every action of a row.
  if (!fits && columns[index]?.interactive) return "end";
  return fits ? "line" : "none";
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

/** The height of a cell; `compact` tables are compact whatever the person chose. */
export const cellHeight = (compact: boolean | undefined) =>
  compact ? "md:h-8" : "md:h-10 in-data-[rows=compact]:md:h-8";

/** Below `lg` there is no room for every text and often no pointer for a tooltip, so cells wrap instead of being cut. */
const WRAPPED = "max-lg:[&_.truncate]:overflow-visible max-lg:[&_.truncate]:whitespace-normal";

/** A phone's row: two lines, or more for a long text, with a break that is an element of its own, because table cells have no common parent. */
export const CARD_ROW = `${WRAPPED} flex flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-line py-2.5 in-data-[rows=compact]:max-md:py-1.5 max-md:before:order-2 max-md:before:basis-full max-md:before:content-[''] md:table-row md:border-0`;

export const CARD = {
  lead: "max-md:order-1 max-md:max-w-full max-md:grow max-md:basis-0 font-medium",
  figure: "max-md:order-1 max-md:max-w-2/3 max-md:text-right",
  // Without a basis, so that the cells share the line; none is narrower than its longest word, so a long address may
  // take a third.
  // The first of them has the longer texts in most lists.
  line: "card-line max-md:order-3 max-md:max-w-full max-md:grow-2 max-md:basis-0 max-md:text-12 max-md:[.card-line~&]:grow",
  end: "max-md:order-3 max-md:max-w-1/2 max-md:text-12 max-md:text-right",
  none: "max-md:hidden",
};

/** The columns of a list that a table without a choice of columns shows. */
export function usualColumns<C extends Column<never>>(all: readonly C[]): C[] {
  return all.filter(({ optional }) => !optional);
}
