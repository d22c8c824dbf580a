"use client";

import { Download, X } from "lucide-react";
import type { ColumnChoice } from "#components/table/use-columns.ts";
import type { RowSelection } from "#components/table/use-row-selection.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { later } from "#components/ui/later.tsx";
import { fileAddress } from "#lib/dashboard/client.ts";
import type { ListPath } from "#lib/dashboard/internal-files.ts";
import { encodeNames } from "#lib/kernel/vocabulary/column-names.ts";
import { MOST_CHOSEN } from "#lib/kernel/vocabulary/lists.ts";
import { useSession } from "../../session.tsx";
import type { BulkActionsProps } from "./bulk-actions.tsx";

const BulkActions = later<BulkActionsProps>(() =>
  import("./bulk-actions.tsx").then(({ BulkActions }) => BulkActions),
);

type ChosenRowsProps<Row, Id extends string> = {
  path: ListPath;
  selection: RowSelection;
  columns: ColumnChoice<Row, Id>;
  /** Tags and refunds of the rows, for lists that have them. */
  bulk?: Omit<BulkActionsProps, "ids">;
};

/** Actions on the selected rows of a list, also on those of other pages: their CSV file with the columns shown. */
export function ChosenRows<Row, Id extends string>(props: ChosenRowsProps<Row, Id>) {
  const { path, selection, columns, bulk } = props;
  const { mode, session } = useSession();
  const ids = [...selection.selected];
  if (ids.length === 0) return null;
  const query = { ids: ids.join(","), columns: encodeNames(columns.shown.map(({ id }) => id)) };
  return (
    <div className="sticky bottom-4 z-20 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-3 rounded-large border border-line bg-surface-raised py-2 pr-2 pl-4 shadow-float">
      <p role="status" className="text-13 font-medium tabular-nums">
        {ids.length} selected
      </p>
      {!session.may.includes("download_reports") ? null : ids.length > MOST_CHOSEN ? (
        <span className="text-12 text-ink-muted">
          A file has at most {MOST_CHOSEN} selected rows. Use filters for more.
        </span>
      ) : (
        <a
          href={fileAddress(`${path}/export`, { mode, id: "" }, query)}
          download
          className={buttonClass("primary", "small")}
        >
          <Download className="size-3.5" aria-hidden /> Download {ids.length} selected
        </a>
      )}
      {bulk && <BulkActions {...bulk} ids={ids} />}
      <IconButton label="Clear the selection (Esc)" size="small" onClick={selection.clear}>
        <X className="size-4" aria-hidden />
      </IconButton>
    </div>
  );
}
