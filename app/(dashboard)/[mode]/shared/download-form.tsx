"use client";

import { useState } from "react";
import { withoutCursors } from "#components/filters/filters.ts";
import { countText } from "#components/format/locale.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { RadioGroup } from "#components/ui/radio-group.tsx";
import { fileAddress } from "#lib/dashboard/client.ts";
import { encodeNames } from "#lib/kernel/vocabulary/column-names.ts";
import { useSession } from "../../session.tsx";
import type { ListToolsProps } from "./list-tools.tsx";

type Named = { id: string; header: string };

export type DownloadFormProps = Omit<ListToolsProps<never, never>, "columns"> & {
  columns: { shown: readonly Named[]; all: readonly Named[]; isUsual: boolean } | undefined;
  onDone: () => void;
};

/** Which columns the file has, and its link. */
export function DownloadForm(props: DownloadFormProps) {
  const { path, of = "", what, total, orMore, filters = {}, columns, onDone } = props;
  const { mode } = useSession();
  const [which, setWhich] = useState<"shown" | "all">("shown");
  const params = withoutCursors(filters);
  const isNarrowed = Object.keys(params).length > 0;
  const some = columns && !columns.isUsual ? columns.shown : null;
  const chosen =
    columns && some
      ? encodeNames((which === "shown" ? some : columns.all).map(({ id }) => id))
      : null;
  return (
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
        onClick={onDone}
      >
        Download
      </a>
    </div>
  );
}

const names = (columns: readonly { header: string }[]) =>
  columns.map(({ header }) => header).join(", ");
