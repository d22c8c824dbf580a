"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import type { FilterValues } from "#components/filters/filters.ts";
import { ColumnPicker } from "#components/table/column-picker.tsx";
import type { ColumnChoice } from "#components/table/use-columns.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { later } from "#components/ui/later.tsx";
import { Popover } from "#components/ui/popover.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { ListPath } from "#lib/dashboard/internal-files.ts";
import { METADATA_LISTS } from "#lib/kernel/vocabulary/lists.ts";
import { useSession } from "../../session.tsx";
import type { DownloadFormProps } from "./download-form.tsx";

export type ListToolsProps<Row, Id extends string> = {
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

const DownloadForm = later<DownloadFormProps>(() =>
  import("./download-form.tsx").then(({ DownloadForm }) => DownloadForm),
);

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
  const [open, setOpen] = useState(false);
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
      <DownloadForm {...props} onDone={() => setOpen(false)} />
    </Popover>
  );
}
