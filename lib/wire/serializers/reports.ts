import type { Download, ReportSchedule } from "#lib/domain/reports/index.ts";
import { DAY_MS, dateFromMs, toIsoSeconds } from "#lib/kernel/clock.ts";
import type { ReportScheduleWire } from "../contract/report-schedules.ts";
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
    url: expires && download.prepared ? `/v1/report_runs/${download.id}?format=csv` : null,
    schedule: download.scheduleId,
  };
}

export function toReportScheduleWire(schedule: ReportSchedule): ReportScheduleWire {
  const { query, dueAt } = schedule;
  const { filters, groupBy, columns, status } = query;
  const parameters = { ...filters, group_by: groupBy, columns, status };
  return {
    id: schedule.id,
    object: "report_schedule",
    livemode: schedule.mode === "live",
    created: toIsoSeconds(schedule.createdAt),
    metadata: schedule.metadata,
    active: schedule.active,
    interval: schedule.interval,
    type: schedule.reportType,
    layout: schedule.layout,
    timezone: schedule.timezone,
    parameters: definedOf(parameters),
    mail_to: schedule.mailTo,
    next_from: schedule.nextFrom,
    next_run: dueAt && toIsoSeconds(dueAt),
    last_report: schedule.lastReportId,
  };
}

type Given = Readonly<Record<string, string | readonly string[] | undefined>>;

function definedOf(given: Given): Record<string, string | string[]> {
  const defined = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as Record<string, string | string[]>;
}

export function toDeletedReportScheduleWire({ id }: Pick<ReportSchedule, "id">) {
  return { id, object: "report_schedule", deleted: true } as const;
}
