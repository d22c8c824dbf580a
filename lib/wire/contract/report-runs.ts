import { z } from "zod";
import { DOWNLOAD_STATUSES, REPORT_TYPES } from "#lib/kernel/vocabulary/reports.ts";
import { type ReportWire, reportParams, reportWire } from "./reports.ts";
import { defineRoute } from "./route.ts";
import { listOf, listQuery } from "./shared.ts";

const EXAMPLE: ReportWire = {
  id: "dl_01kp0c5n7v3m8q2w4x6y9z1b5d",
  object: "report",
  livemode: false,
  created: "2026-05-01T06:00:00Z",
  metadata: {},
  status: "ready",
  type: "settlement",
  layout: "native",
  timezone: "Europe/Berlin",
  from: "2026-04-01T00:00:00",
  to: "2026-05-01T00:00:00",
  row_count: 10_412,
  byte_count: 2_915_360,
  sha256: "e0112300d43831f9ab19c8b1f4a3ad34ba4d9b2d2c8c0fd6dd1a6f9e5f3b6a1c",
  finished: "2026-05-01T06:00:04Z",
  expires: "2026-05-08T06:00:04Z",
  url: "/v1/report_runs/dl_01kp0c5n7v3m8q2w4x6y9z1b5d?format=csv",
  schedule: null,
};

export const createReportRunRoute = defineRoute({
  method: "post",
  path: "/v1/report_runs",
  name: "create_report_run",
  group: "Reports",
  summary: "Prepare a report file",
  description:
    "Prepares a report as a CSV file in the background, from one snapshot, and keeps it for seven days. `report.ready` is sent when it is ready; then read the file from its `url`. An account's files are prepared one after the other.",
  scope: "reports:write",
  bucket: "writes",
  body: reportParams,
  bodyExample: {
    type: "settlement",
    from: "2026-04-01",
    to: "2026-05-01",
    timezone: "Europe/Berlin",
  },
  response: {
    status: 201,
    schema: reportWire,
    example: { ...EXAMPLE, status: "running", url: null },
  },
  returns: "report",
});

const params = { report_id: "dl" } as const;

export const readReportRunRoute = defineRoute({
  method: "get",
  path: "/v1/report_runs/{report_id}",
  name: "read_report_run",
  group: "Reports",
  summary: "Read a report file",
  description:
    "The file's facts as JSON, or with `format=csv` or `Accept: text/csv` the file itself, with `Service-Row-Count` and `Repr-Digest` as headers. The file does not use the rate limit of reads.",
  scope: "reports:read",
  bucket: "reads",
  params,
  query: z.strictObject({
    format: z.enum(["json", "csv"]).optional().meta({
      description: "Defaults to the `Accept` header, else JSON",
    }),
  }),
  response: { status: 200, schema: reportWire, example: EXAMPLE },
  csv: {
    example: "settlement_id,net\nstl_01kp0c5n7v3m8q2w4x6y9z1b5e,1979\n",
    also: ["application/xml", "text/plain"],
  },
  returns: "report",
  errors: ["resource_missing", "state_invalid"],
});

export const listReportRunsRoute = defineRoute({
  method: "get",
  path: "/v1/report_runs",
  name: "list_report_runs",
  group: "Reports",
  summary: "List report files",
  description:
    "Every report taken as a file, newest first: those that were prepared, and those that were sent directly from `/v1/reports` or a screen.",
  scope: "reports:read",
  bucket: "lists",
  query: listQuery.extend({
    status: z.enum(DOWNLOAD_STATUSES).optional(),
    type: z.enum(REPORT_TYPES).optional(),
  }),
  response: {
    status: 200,
    schema: listOf(reportWire),
    example: {
      object: "list",
      url: "/v1/report_runs",
      data: [EXAMPLE],
      has_more: false,
      next_cursor: null,
    },
  },
  returns: "report",
});

export const cancelReportRunRoute = defineRoute({
  method: "post",
  path: "/v1/report_runs/{report_id}/cancel",
  name: "cancel_report_run",
  group: "Reports",
  summary: "Cancel a report file",
  description: "Stops the preparation of a file and deletes what is made of it.",
  scope: "reports:write",
  bucket: "writes",
  params,
  response: {
    status: 200,
    schema: reportWire,
    example: { ...EXAMPLE, status: "canceled", url: null },
  },
  returns: "report",
  errors: ["resource_missing", "state_invalid"],
});
