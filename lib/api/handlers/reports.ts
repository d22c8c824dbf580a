import {
  cancelDownloadIn,
  createScheduleIn,
  deleteScheduleIn,
  exportReport,
  FILTER_NAMES,
  type FilterName,
  getDownload,
  getSchedule,
  listDownloads,
  listSchedules,
  openDownload,
  prepareDownloadIn,
  type ReportQuery,
  readReport,
  updateScheduleIn,
} from "#lib/domain/reports/index.ts";
import {
  cancelReportRunRoute,
  createReportRunRoute,
  listReportRunsRoute,
  readReportRunRoute,
} from "#lib/wire/contract/report-runs.ts";
import {
  createReportScheduleRoute,
  deleteReportScheduleRoute,
  listReportSchedulesRoute,
  readReportScheduleRoute,
  updateReportScheduleRoute,
} from "#lib/wire/contract/report-schedules.ts";
import { type ReportParams, readReportRoute } from "#lib/wire/contract/reports.ts";
import {
  toDeletedReportScheduleWire,
  toReportScheduleWire,
  toReportWire,
} from "#lib/wire/serializers/reports.ts";
import { toPageRequest } from "../pipeline/page-request.ts";
import { endpoint } from "../pipeline/serve.ts";

export const reportEndpoints = [
  endpoint(readReportRoute, async ({ ctx, query, wantsCsv, sendCsv, list }) => {
    const { limit, starting_after: startingAfter } = query;
    if (wantsCsv) return sendCsv(() => exportReport(ctx, toReportQuery(query)));
    return list(
      await readReport(ctx, toReportQuery(query), { limit, startingAfter }),
      (row) => row,
    );
  }),

  endpoint(createReportRunRoute, ({ ctx, body, once }) =>
    once((tx) => prepareDownloadIn(tx, ctx, toReportQuery(body)), toReportWire),
  ),

  endpoint(readReportRunRoute, async ({ ctx, params, wantsCsv, sendCsv }) => {
    if (wantsCsv) return sendCsv(() => openDownload(ctx, params.report_id));
    return toReportWire(await getDownload(ctx, params.report_id));
  }),

  endpoint(listReportRunsRoute, async ({ ctx, query, list }) => {
    const { status, type } = query;
    return list(await listDownloads(ctx, { ...toPageRequest(query), status, type }), toReportWire);
  }),

  endpoint(cancelReportRunRoute, ({ ctx, params, once }) =>
    once((tx) => cancelDownloadIn(tx, ctx, params.report_id), toReportWire),
  ),

  endpoint(createReportScheduleRoute, ({ ctx, body, once }) => {
    const { interval, mail_to: mailTo, metadata, ...query } = body;
    const params = { interval, query: toReportQuery(query), mailTo, metadata };
    return once((tx) => createScheduleIn(tx, ctx, params), toReportScheduleWire);
  }),

  endpoint(readReportScheduleRoute, async ({ ctx, params }) =>
    toReportScheduleWire(await getSchedule(ctx, params.report_schedule_id)),
  ),

  endpoint(listReportSchedulesRoute, async ({ ctx, query, list }) =>
    list(await listSchedules(ctx, toPageRequest(query)), toReportScheduleWire),
  ),

  endpoint(updateReportScheduleRoute, ({ ctx, params, body, once }) => {
    const { mail_to: mailTo, ...changes } = body;
    return once(
      (tx) => updateScheduleIn(tx, ctx, params.report_schedule_id, { ...changes, mailTo }),
      toReportScheduleWire,
    );
  }),

  endpoint(deleteReportScheduleRoute, ({ ctx, params, once }) =>
    once((tx) => deleteScheduleIn(tx, ctx, params.report_schedule_id), toDeletedReportScheduleWire),
  ),
];

function toReportQuery(query: ReportParams): ReportQuery {
  const { type, from, to, timezone, status, layout, group_by: groupBy, columns } = query;
  const given = FILTER_NAMES.filter((name) => query[name] !== undefined);
  const filters = Object.fromEntries(
    given.map((name: FilterName) => [name, query[name]!]),
  ) as ReportQuery["filters"];
  return { type, from, to, timezone, status, layout, groupBy, columns, filters };
}
