"use client";

import { Columns3 } from "lucide-react";
import { IconButton } from "../ui/icon-button.tsx";
import { later } from "../ui/later.tsx";
import { Popover } from "../ui/popover.tsx";
import type { ColumnListProps } from "./column-list.tsx";
import type { ColumnChoice } from "./use-columns.ts";

const ColumnList = later<ColumnListProps>(() =>
  import("./column-list.tsx").then(({ ColumnList }) => ColumnList),
);

type PickerProps<Row, Id extends string> = {
  columns: ColumnChoice<Row, Id>;
  /** Keys of metadata that the list can show. */
  metadataKeys?: readonly string[] | undefined;
  onOpenChange?: (open: boolean) => void;
};

/** Chooses the columns of a list, their order and widths, and the height of the rows of all lists. */
export function ColumnPicker<Row, Id extends string>(props: PickerProps<Row, Id>) {
  const { columns, metadataKeys, onOpenChange } = props;
  return (
    <Popover
      title="Columns"
      align="end"
      onOpenChange={onOpenChange}
      trigger={
        <IconButton label="Choose columns" size="small">
          <Columns3 className="size-4" aria-hidden />
        </IconButton>
      }
    >
      <ColumnList columns={columns} metadataKeys={metadataKeys} />
    </Popover>
  );
}
