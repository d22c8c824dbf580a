"use client";

import { Columns3 } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Popover } from "../ui/popover.tsx";
import { type ColumnChoice, leads } from "./use-columns.ts";

/** Chooses the columns of a list. */
export function ColumnPicker<Row, Id extends string>({
  columns,
}: {
  columns: ColumnChoice<Row, Id>;
}) {
  const { all, shown, choose, show } = columns;
  return (
    <Popover
      title="Columns"
      align="end"
      trigger={
        <IconButton label="Choose columns" size="small">
          <Columns3 className="size-4" aria-hidden />
        </IconButton>
      }
    >
      <div className="flex flex-col gap-2">
        {all.map((column) => (
          <Checkbox
            key={column.id}
            label={column.header}
            checked={shown.includes(column)}
            disabled={leads(all, column)}
            onChange={(on) => show(column.id, on)}
          />
        ))}
      </div>
      {shown.length < all.length && (
        <div className="mt-3 border-t border-line pt-2">
          <Button variant="quiet" size="small" onClick={() => choose(all.map(({ id }) => id))}>
            Show all
          </Button>
        </div>
      )}
    </Popover>
  );
}
