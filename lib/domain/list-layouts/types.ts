import type { ListName } from "#lib/kernel/vocabulary/lists.ts";

/** The columns and widths that a member chose for one list. */
export type ListLayout = {
  /** The shown columns in order; null: the usual ones. */
  columns: string[] | null;
  /** Pixels, by column. */
  widths: Record<string, number>;
};

export type ListLayouts = Partial<Record<ListName, ListLayout>>;

/** A member of an account. */
export type LayoutOwner = { accountId: string; userId: string };
