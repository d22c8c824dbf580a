"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { type FilterValues, withoutCursors } from "#components/filters/filters.ts";
import { countText } from "#components/format/locale.ts";
import { ColumnPicker } from "#components/table/column-picker.tsx";
import type { ColumnChoice } from "#components/table/use-columns.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Popover } from "#components/ui/popover.tsx";
import { RadioGroup } from "#components/ui/radio-group.tsx";
import { fileAddress, read } from "#lib/dashboard/client.ts";
import type { ListPath } from "#lib/dashboard/internal-files.ts";
import { encodeNames } from "#lib/kernel/vocabulary/column-names.ts";
import { METADATA_LISTS } from "#lib/kernel/vocabulary/lists.ts";
import { useSession } from "../../session.tsx";

type ListToolsProps<Row, Id extends string> = {
  /** Path of the list's read; the export is below it. */
  path: ListPath;
  /** The object that the list belongs to, where its path names one. */
  of: string | undefined;
  /** In the sentence "All 1,204 payments that match the filters". */
  what: string;
  total: number | undefined;
  /** More rows match than `total`; they are not counted. */
  orMore: boolean | undefined;
  filters: FilterValues | undefined;
  /** Absent where the columns are fixed. */
  columns: ColumnChoice<Row, Id> | undefined;
};

/** Actions on the whole list: choose its columns, download every row. */
export function ListTools<Row, Id extends string>(props: ListToolsProps<Row, Id>) {
  const { session } = useSession();
  return (
    <span className="flex items-center gap-0.5 max-md:order-last">
      {props.columns && <Columns columns={props.columns} />}
      {session.may.includes("download_reports") && <DownloadList {...props} />}
    </span>
  );
}

function Columns<Row, Id extends string>({ columns }: { columns: ColumnChoice<Row, Id> }) {
  const { mode } = useSession();
  const [wasOpened, setWasOpened] = useState(false);
  const of = METADATA_LISTS.find((list) => list === columns.list);
  const query = useQuery({
    ...read("/:mode/metadata-keys", { mode }, { of }),
    enabled: wasOpened && of !== undefined,
  });
  return (
    <ColumnPicker
      columns={columns}
      metadataKeys={query.data?.keys}
      onOpenChange={(open) => open && setWasOpened(true)}
    />
  );
}

function DownloadList<Row, Id extends string>(props: ListToolsProps<Row, Id>) {
  const { path, of = "", what, total, orMore, filters = {}, columns } = props;
  const { mode } = useSession();
  const [open, setOpen] = useState(false);
  const [which, setWhich] = useState<"shown" | "all">("shown");
  const params = withoutCursors(filters);
  const isNarrowed = Object.keys(params).length > 0;
  const some = columns && !columns.isUsual ? columns.shown : null;
  const chosen =
    columns && some
      ? encodeNames((which === "shown" ? some : columns.all).map(({ id }) => id))
      : null;
  return (
    <Popover
      title="Download CSV"
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <IconButton label="Download CSV" size="small">
          <Download className="size-4" aria-hidden />
        </IconButton>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-13 text-ink-muted">
          All {total === undefined ? "" : countText(total)}
          {orMore && " and more"} {what}
          {isNarrowed && " that match the filters"}
          {some ? ", not only those on this page." : ", with all columns."}
        </p>
        {some && (
          <RadioGroup
            label="Columns of the file"
            value={which}
            onChange={setWhich}
            choices={[
              { value: "shown", label: "The columns shown", note: names(some) },
              { value: "all", label: "All columns" },
            ]}
          />
        )}
        <p className="text-12 text-ink-faint">
          Amounts are decimal, as on the screen, times in UTC. The audit log records the download.
        </p>
        <a
          href={fileAddress(`${path}/export`, { mode, id: of }, { ...params, columns: chosen })}
          download
          className={buttonClass("primary")}
          onClick={() => setOpen(false)}
        >
          Download
        </a>
      </div>
    </Popover>
  );
}

const names = (columns: readonly { header: string }[]) =>
  columns.map(({ header }) => header).join(", ");
