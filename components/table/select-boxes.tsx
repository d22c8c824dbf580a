"use client";

import { cx } from "../ui/cx.ts";
import { later } from "../ui/later.tsx";
import { cellHeight } from "./columns.ts";
import type { BoxProps } from "./select-box.tsx";
import type { RowSelection } from "./use-row-selection.ts";

const Box = later<BoxProps>(() => import("./select-box.tsx").then(({ Box }) => Box));

/** The checkbox in the head: selects all rows shown, or none. Phones have no selection. */
export function SelectAll({
  selection,
  shown,
}: {
  selection: RowSelection;
  shown: readonly string[];
}) {
  const { selected, choose } = selection;
  const all = shown.length > 0 && shown.every((key) => selected.has(key));
  return (
    <th
      scope="col"
      className="sticky top-(--frame-top,0px) z-10 hidden h-8 w-8 border-b border-line bg-surface text-left md:table-cell"
    >
      <Box
        checked={all ? true : shown.some((key) => selected.has(key)) ? "mixed" : false}
        label="Select all rows shown"
        onPress={() => choose(shown, !all)}
      />
    </th>
  );
}

export type SelectBoxProps = {
  id: string;
  selection: RowSelection;
  shown: readonly string[];
  compact?: boolean;
};

export function SelectBox({ id, selection, shown, compact }: SelectBoxProps) {
  return (
    <td
      // biome-ignore lint/a11y/noRedundantRoles: as a grid on a phone the row's cells would lose theirs.
      role="cell"
      className={cx("hidden border-b border-line md:table-cell", cellHeight(compact))}
    >
      <Box
        checked={selection.selected.has(id)}
        label="Select this row (x)"
        onPress={(range) => selection.toggle(id, range, shown)}
      />
    </td>
  );
}
