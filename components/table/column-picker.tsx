"use client";

import { Columns3 } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Popover } from "../ui/popover.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { applyDensity, currentDensity } from "./density.ts";
import { type ColumnChoice, leads } from "./use-columns.ts";

const DENSITIES = [
  { value: "comfortable", label: "Comfortable" },
  { value: "compact", label: "Compact" },
] as const;

/** Chooses the columns of a list, and the height of the rows of all lists. */
export function ColumnPicker<Row, Id extends string>({
  columns,
}: {
  columns: ColumnChoice<Row, Id>;
}) {
  const { all, shown, choose, show } = columns;
  const [density, setDensity] = useState(currentDensity);
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
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2 border-b border-line pb-3 text-13">
        Row height
        <Segmented
          label="Row height"
          choices={DENSITIES}
          value={density}
          onChange={(next) => {
            setDensity(next);
            applyDensity(next);
          }}
        />
      </div>
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
