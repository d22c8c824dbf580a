"use client";

import { Check, Minus } from "lucide-react";
import { cx } from "../ui/cx.ts";
import { cellHeight } from "./columns.ts";
import type { RowSelection } from "./use-row-selection.ts";

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

/** Not a form checkbox, because Shift selects a range. Its click area is larger than the visible box. */
function Box(props: {
  checked: boolean | "mixed";
  label: string;
  onPress: (range: boolean) => void;
}) {
  const { checked, label, onPress } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input does not tell whether Shift was held.
    <button
      type="button"
      role="checkbox"
      aria-checked={checked}
      aria-label={label}
      title={label}
      onClick={(event) => onPress(event.shiftKey)}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      className="group/box relative z-1 -my-1 flex size-8 items-center rounded-small"
    >
      <span
        className={cx(
          "flex size-4 items-center justify-center rounded-small border transition-colors",
          checked
            ? "border-accent bg-accent text-on-accent"
            : "border-line-control bg-surface-raised group-hover/box:border-ink-muted",
        )}
      >
        {checked === "mixed" && <Minus className="size-3" strokeWidth={3} aria-hidden />}
        {checked === true && <Check className="size-3" strokeWidth={3} aria-hidden />}
      </span>
    </button>
  );
}
