import { Download, X } from "lucide-react";
import { plural } from "#components/format/delivery-labels.ts";
import { countText } from "#components/format/locale.ts";
import type { Column } from "#components/table/columns.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Status } from "#components/ui/status.tsx";
import type { DownloadView } from "#lib/dashboard/views/reports.ts";
import { fileHref } from "../report-file.ts";
import { filterLabel, rangeLabel, reportLabel, sizeLabel } from "./download-labels.ts";

type Actions = { mode: string; mayTake: boolean; cancel: (id: string) => Promise<unknown> };

export function downloadColumns(actions: Actions): readonly Column<DownloadView>[] {
  return [
    {
      id: "report",
      header: "Report",
      card: "lead",
      cell: (row) => (
        <span className="block min-w-0">
          <span className="block truncate font-medium">{reportLabel(row)}</span>
          <span className="block truncate text-12 text-ink-muted tabular-nums">
            {[rangeLabel(row), row.timezone, filterLabel(row)].filter(Boolean).join(" · ")}
          </span>
        </span>
      ),
    },
    {
      id: "status",
      header: "Status",
      width: "w-28",
      card: "figure",
      cell: (row) => <Status status={row.status} />,
    },
    {
      id: "rows",
      header: "Rows",
      align: "right",
      width: "w-32",
      cell: (row) => (
        <span className="tabular-nums">
          {countText(row.rowCount)}
          <span className="block text-12 text-ink-faint">{sizeLabel(row.byteCount)}</span>
        </span>
      ),
    },
    {
      id: "hash",
      header: "SHA-256",
      width: "w-36",
      from: "xl",
      apart: true,
      interactive: true,
      cell: (row) => row.sha256 && <Hash hash={row.sha256} />,
    },
    {
      id: "by",
      header: "Downloaded by",
      width: "w-40",
      from: "lg",
      cell: (row) => (
        <span className="block truncate">
          {row.requestedBy ?? "former member"}
          {row.byKey && <span className="text-ink-faint"> (key)</span>}
        </span>
      ),
    },
    {
      id: "created",
      header: "When",
      align: "right",
      width: "w-28",
      cell: (row) => <Timestamp value={row.createdAt} />,
    },
    {
      id: "actions",
      header: "File",
      align: "right",
      width: "w-32",
      interactive: true,
      cell: (row) => fileAction(row, actions),
    },
  ];
}

function Hash({ hash }: { hash: string }) {
  return (
    <span className="inline-flex items-center gap-0.5">
      <code className="font-mono text-12" title={hash}>
        {hash.slice(0, 6)}…{hash.slice(-6)}
      </code>
      <CopyButton text={hash} what="SHA-256" />
    </span>
  );
}

/** Actions on a file: download it while it is kept, or cancel it while it is being written. */
function fileAction(row: DownloadView, { mode, mayTake, cancel }: Actions) {
  if (!row.prepared) return <span className="text-12 text-ink-faint">Downloaded directly</span>;
  if (!mayTake) return null;
  if (row.expiresAt !== null) {
    return (
      <a className={buttonClass("secondary", "small")} href={fileHref(mode, row.id)} download>
        <Download className="size-3.5" aria-hidden />
        Download
      </a>
    );
  }
  if (row.status !== "running") return null;
  return (
    <ConfirmDialog
      title="Cancel this file?"
      touches={`${plural(row.rowCount, "row")} ${row.rowCount === 1 ? "is" : "are"} written so far. ${row.rowCount === 1 ? "It is" : "They are"} not kept.`}
      verb="Cancel file"
      trigger={
        <IconButton label="Cancel">
          <X className="size-3.5" aria-hidden />
        </IconButton>
      }
      onConfirm={() => cancel(row.id)}
    />
  );
}
