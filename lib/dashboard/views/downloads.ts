import { type Download, expiresAt } from "#lib/domain/reports/index.ts";
import { now } from "#lib/kernel/clock.ts";
import { iso, type SliceView } from "./shared.ts";

/** A download as a line of the list; `requestedBy` is null for a member or key that is no more. */
export function downloadView({
  download,
  requestedBy,
}: {
  download: Download;
  requestedBy: string | null;
}) {
  const { query, status } = download;
  const until = expiresAt(download);
  const isOver = until !== null && until <= now();
  return {
    id: download.id,
    /** `expired`: its file was thrown away. */
    status: isOver ? ("expired" as const) : status,
    prepared: download.prepared,
    type: download.reportType,
    layout: download.layout,
    from: query.from ?? null,
    to: query.to ?? null,
    timezone: query.timezone ?? "UTC",
    unsettled: query.status === "unsettled",
    filters: Object.entries(query.filters ?? {}).map(([name, values]) => ({ name, values })),
    groupBy: query.groupBy ?? [],
    requestedBy,
    byKey: download.requestedBy.startsWith("key_"),
    rowCount: download.rowCount,
    byteCount: download.byteCount,
    sha256: download.sha256,
    createdAt: download.createdAt.toISOString(),
    finishedAt: iso(download.finishedAt),
    /** Until when it can be fetched; null for what cannot. */
    expiresAt: isOver ? null : iso(until),
  };
}

export type DownloadView = ReturnType<typeof downloadView>;

/** `GET /internal/:mode/downloads` */
export type DownloadListView = SliceView & { downloads: DownloadView[] };
