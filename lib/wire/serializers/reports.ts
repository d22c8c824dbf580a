import type { Download } from "#lib/domain/reports/index.ts";
import { DAY_MS, dateFromMs, toIsoSeconds } from "#lib/kernel/clock.ts";
import type { ReportWire } from "../contract/reports.ts";

const KEPT_DAYS = 7;

export function toReportWire(download: Download): ReportWire {
  const { finishedAt, query } = download;
  const expires = download.status === "ready" && finishedAt;
  return {
    id: download.id,
    object: "report",
    livemode: download.mode === "live",
    created: toIsoSeconds(download.createdAt),
    metadata: {},
    status: download.status,
    type: download.reportType,
    layout: download.layout,
    timezone: query.timezone ?? "UTC",
    from: query.from ?? null,
    to: query.to ?? "",
    row_count: download.rowCount,
    byte_count: download.byteCount,
    sha256: download.sha256,
    finished: finishedAt && toIsoSeconds(finishedAt),
    expires: expires ? toIsoSeconds(dateFromMs(expires.getTime() + KEPT_DAYS * DAY_MS)) : null,
  };
}
