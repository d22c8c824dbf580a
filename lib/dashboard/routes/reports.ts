import { z } from "zod";
import {
  COST_DIMENSIONS,
  currenciesOfCosts,
  currenciesOfOutcomes,
  listMostExpensive,
  OUTCOME_DIMENSIONS,
  readCauses,
  readCosts,
  readOutcomes,
} from "#lib/domain/analytics/index.ts";
import { once } from "#lib/domain/idempotency/index.ts";
import type { FilterName } from "#lib/domain/reports/index.ts";
import {
  allSchedules,
  browseDownloads,
  cancelDownload,
  createScheduleIn,
  deleteSchedule,
  exportReport,
  openDownload,
  prepareDownload,
  updateSchedule,
} from "#lib/domain/reports/index.ts";
import { csvHead, csvResponse } from "#lib/kernel/file-response.ts";
import { SCHEDULE_INTERVALS } from "#lib/kernel/vocabulary/reports.ts";
import { readHour, readPageParam } from "../list-params.ts";
import { downloadList, withNames } from "../lists/downloads.ts";
import { addExport } from "../lists/list.ts";
import { paymentMarkers } from "../markers.ts";
import { requireRole } from "../middleware/require.ts";
import { attemptId, readBody } from "../read-body.ts";
import {
  readReportCurrency,
  readReportFilters,
  readReportPeriod,
  readReportQuery,
} from "../report-params.ts";
import { reply, replyOnce, routesAt } from "../typed-routes.ts";
import {
  causesView,
  declinesView,
  downloadView,
  interchangeView,
  mostExpensiveView,
  scheduleView,
} from "../views/reports.ts";

export const reportRoutes = routesAt("/:mode/reports");

/** Streams every row of a report as CSV. */
reportRoutes.get("/export", requireRole("download_reports"), async (c) => {
  const query = readReportQuery((name) => c.req.query(name), c.get("membership").timezone);
  if (c.req.method === "HEAD") return csvHead({});
  return csvResponse(c.req.raw, await exportReport(c.get("ctx"), query), {});
});

export const downloadRoutes = routesAt("/:mode/downloads");

/** Names of the body, which are those of `GET /v1/reports`; `readReportQuery` reads them. */
type ReportParams = Partial<
  Record<
    "type" | "from" | "to" | "timezone" | "status" | "layout" | "group_by" | "columns" | FilterName,
    string
  >
>;
export const paramsBody: z.ZodType<Record<string, string>, ReportParams> = z.record(
  z.string().max(40),
  z.string().max(2_000),
);

downloadRoutes.get("/", async (c) => {
  const ctx = c.get("ctx");
  const { rows, ...slice } = await browseDownloads(ctx, readPageParam(c));
  const downloads = (await withNames(ctx, rows)).map(downloadView);
  return reply(c, { ...slice, downloads });
});

addExport(downloadRoutes, downloadList);

/** Starts a download that is prepared in the background. */
downloadRoutes.post("/", requireRole("download_reports"), async (c) => {
  const params = await readBody(c, paramsBody);
  const query = readReportQuery((name) => params[name], c.get("membership").timezone);
  const download = await prepareDownload(c.get("ctx"), query);
  return reply(c, { downloadId: download.id }, 201);
});

downloadRoutes.post("/:id/cancel", requireRole("download_reports"), async (c) => {
  const { status } = await cancelDownload(c.get("ctx"), c.req.param("id"));
  return reply(c, { status });
});

downloadRoutes.get("/:id/file", requireRole("download_reports"), async (c) =>
  csvResponse(c.req.raw, await openDownload(c.get("ctx"), c.req.param("id")), {}),
);

export const scheduleRoutes = routesAt("/:mode/report-schedules");

/** `report` has the names of `paramsBody` without its range; `mailMe` sends the member an e-mail for each file. */
export const newSchedule = z.strictObject({
  attempt: attemptId,
  interval: z.enum(SCHEDULE_INTERVALS),
  mailMe: z.boolean(),
  report: paramsBody,
});
export const scheduleChange = z.strictObject({ active: z.boolean() });

scheduleRoutes.get("/", async (c) =>
  reply(c, { schedules: (await allSchedules(c.get("ctx"))).map(scheduleView) }),
);

/** Creates a schedule once per attempt. Throws as `createScheduleIn`. */
scheduleRoutes.post("/", requireRole("download_reports"), async (c) => {
  const ctx = c.get("ctx");
  const { attempt, ...params } = await readBody(c, newSchedule);
  const { interval, mailMe, report } = params;
  const query = readReportQuery((name) => report[name], c.get("membership").timezone);
  const { from: _, to: __, ...scheduled } = query;
  const mailTo = mailMe ? [c.get("user").email] : [];
  const wanted = { interval, query: scheduled, mailTo };
  const press = { attempt, params, status: 201, view: scheduleView } as const;
  return await replyOnce(c, press, (request, render) =>
    once(ctx, request, (tx) => createScheduleIn(tx, ctx, wanted), render),
  );
});

scheduleRoutes.post("/:id", requireRole("download_reports"), async (c) => {
  const { active } = await readBody(c, scheduleChange);
  return reply(c, scheduleView(await updateSchedule(c.get("ctx"), c.req.param("id"), { active })));
});

scheduleRoutes.post("/:id/delete", requireRole("download_reports"), async (c) => {
  await deleteSchedule(c.get("ctx"), c.req.param("id"));
  return reply(c, { deleted: true });
});

export const declineFigureRoutes = routesAt("/:mode/reports/declines");

declineFigureRoutes.get("/", async (c) => {
  const ctx = c.get("ctx");
  const { timezone, defaultCurrency } = c.get("membership");
  const filters = readReportFilters(c, OUTCOME_DIMENSIONS);
  const hour = readHour(c);
  const hours = hour === undefined ? undefined : [hour];
  const wanted = readReportCurrency(c);
  const period = await readReportPeriod(c);
  const currencies = await currenciesOfOutcomes(ctx, period);
  const currency = wanted ?? currencies[0]?.code ?? defaultCurrency;
  const common = { zone: timezone, currency, interval: period.interval, filters, hours };
  const [[now, before], markers] = await Promise.all([
    readOutcomes(ctx, [
      { ...common, from: period.from, to: period.to },
      { ...common, from: period.previousFrom, to: period.previousTo },
    ]),
    paymentMarkers(ctx, period),
  ]);
  const frame = { period, timezone, currency, currencies, markers };
  return reply(c, declinesView(frame, now!, before!));
});

declineFigureRoutes.get("/causes", async (c) => {
  const ctx = c.get("ctx");
  const { timezone: zone, defaultCurrency } = c.get("membership");
  const filters = readReportFilters(c, OUTCOME_DIMENSIONS);
  const hour = readHour(c);
  const hours = hour === undefined ? undefined : [hour];
  const period = await readReportPeriod(c);
  const wanted = readReportCurrency(c);
  const currency = wanted ?? (await currenciesOfOutcomes(ctx, period))[0]?.code ?? defaultCurrency;
  const { from, to } = period;
  return reply(c, causesView(await readCauses(ctx, { from, to, zone, currency, filters, hours })));
});

export const costFigureRoutes = routesAt("/:mode/reports/interchange");

costFigureRoutes.get("/", async (c) => {
  const ctx = c.get("ctx");
  const { timezone, defaultCurrency } = c.get("membership");
  const filters = readReportFilters(c, COST_DIMENSIONS);
  const wanted = readReportCurrency(c);
  const period = await readReportPeriod(c);
  const currencies = await currenciesOfCosts(ctx, period);
  const currency = wanted ?? currencies[0]?.code ?? defaultCurrency;
  const common = { zone: timezone, currency, interval: period.interval, filters };
  const [[now, before], markers] = await Promise.all([
    readCosts(ctx, [
      { ...common, from: period.from, to: period.to },
      { ...common, from: period.previousFrom, to: period.previousTo },
    ]),
    paymentMarkers(ctx, period),
  ]);
  const frame = { period, timezone, currency, currencies, markers };
  return reply(c, interchangeView(frame, now!, before!));
});

const MAX_CHARGES = 15;

costFigureRoutes.get("/most-expensive", async (c) => {
  const ctx = c.get("ctx");
  const filters = readReportFilters(c, COST_DIMENSIONS);
  const period = await readReportPeriod(c);
  const wanted = readReportCurrency(c);
  const { from, to } = period;
  const currency =
    wanted ??
    (await currenciesOfCosts(ctx, period))[0]?.code ??
    c.get("membership").defaultCurrency;
  const charges = await listMostExpensive(ctx, { from, to, currency, filters }, MAX_CHARGES);
  return reply(c, mostExpensiveView(charges));
});
