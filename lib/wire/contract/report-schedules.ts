import { z } from "zod";
import { LAYOUTS, REPORT_TYPES, SCHEDULE_INTERVALS } from "#lib/kernel/vocabulary/reports.ts";
import { reportParams } from "./reports.ts";
import { defineRoute } from "./route.ts";
import {
  deletedOf,
  envelope,
  expandable,
  listOf,
  listQuery,
  metadataInput,
  timestamp,
} from "./shared.ts";

export const reportScheduleWire = z
  .object({
    ...envelope("report_schedule", "rsc"),
    active: z.boolean().meta({ description: "Whether it prepares files" }),
    interval: z
      .enum(SCHEDULE_INTERVALS)
      .meta({ description: "After which periods it prepares a file" }),
    type: z.enum(REPORT_TYPES).meta({ description: "The report" }),
    layout: z.enum(LAYOUTS).meta({ description: "The layout of the file" }),
    timezone: z
      .string()
      .meta({ description: "IANA time zone of the days", example: "Europe/Berlin" }),
    parameters: z.record(z.string(), z.union([z.string(), z.array(z.string())])).meta({
      description: "The other parameters of the report: filters, `columns`, `group_by`, `status`",
    }),
    mail_to: z.array(z.string()).meta({ description: "Members who get an e-mail for each file" }),
    next_from: z.iso.date().meta({ description: "First day of the next file" }),
    next_run: timestamp.nullable().meta({
      description: "When the next file begins, 15 minutes after the end of its last day",
    }),
    last_report: expandable("dl", "report").nullable(),
  })
  .meta({
    id: "report_schedule",
    description: "Prepares a report file after each day, week or month",
  });
export type ReportScheduleWire = z.output<typeof reportScheduleWire>;

const EXAMPLE: ReportScheduleWire = {
  id: "rsc_01kp0c5n7v3m8q2w4x6y9z1b5d",
  object: "report_schedule",
  livemode: false,
  created: "2026-04-12T09:31:07Z",
  metadata: {},
  active: true,
  interval: "monthly",
  type: "settlement",
  layout: "decimal",
  timezone: "Europe/Berlin",
  parameters: { currency: ["EUR"] },
  mail_to: ["ada@lindqvist.example"],
  next_from: "2026-04-01",
  next_run: "2026-04-30T22:15:00Z",
  last_report: null,
};

const mailTo = z
  .array(z.email("Must be an e-mail address").max(254))
  .max(20)
  .meta({ description: "Addresses of members who may download reports" });

const params = { report_schedule_id: "rsc" } as const;
const common = { group: "Reports", returns: "report_schedule" } as const;

export const createReportScheduleRoute = defineRoute({
  method: "post",
  path: "/v1/report_schedules",
  name: "create_report_schedule",
  ...common,
  summary: "Create a report schedule",
  description:
    "Prepares a report file after each local day, week (Monday to Sunday) or month in `timezone`, beginning with the current one. Each file sends `report.ready` and, if you name members, an e-mail with its row count and hash. After an outage every missed period gets its file.",
  scope: "reports:write",
  bucket: "writes",
  body: reportParams.omit({ from: true, to: true }).extend({
    interval: z
      .enum(SCHEDULE_INTERVALS)
      .meta({ description: "After which periods it prepares a file" }),
    layout: z.enum(LAYOUTS).default("decimal").meta({
      description:
        "As of `/v1/reports`, but decimal amounts by default, because people open these files",
    }),
    mail_to: mailTo.optional(),
    metadata: metadataInput.optional(),
  }),
  bodyExample: {
    type: "settlement",
    interval: "monthly",
    timezone: "Europe/Berlin",
    currency: ["EUR"],
  },
  response: { status: 201, schema: reportScheduleWire, example: EXAMPLE },
  errors: ["state_invalid"],
});

export const readReportScheduleRoute = defineRoute({
  method: "get",
  path: "/v1/report_schedules/{report_schedule_id}",
  name: "read_report_schedule",
  ...common,
  summary: "Read a report schedule",
  scope: "reports:read",
  bucket: "reads",
  params,
  response: { status: 200, schema: reportScheduleWire, example: EXAMPLE },
  errors: ["resource_missing"],
});

export const listReportSchedulesRoute = defineRoute({
  method: "get",
  path: "/v1/report_schedules",
  name: "list_report_schedules",
  ...common,
  summary: "List report schedules",
  scope: "reports:read",
  bucket: "lists",
  query: listQuery.omit({ created: true }),
  response: {
    status: 200,
    schema: listOf(reportScheduleWire),
    example: {
      object: "list",
      url: "/v1/report_schedules",
      data: [EXAMPLE],
      has_more: false,
      next_cursor: null,
    },
  },
});

export const updateReportScheduleRoute = defineRoute({
  method: "post",
  path: "/v1/report_schedules/{report_schedule_id}",
  name: "update_report_schedule",
  ...common,
  summary: "Change a report schedule",
  description:
    "`active: false` stops it. When it becomes active again, it goes on with the current day, week or month. To change the report, create another schedule.",
  scope: "reports:write",
  bucket: "writes",
  params,
  body: z.strictObject({
    active: z.boolean().optional().meta({ description: "Whether it prepares files" }),
    mail_to: mailTo.optional(),
    metadata: metadataInput.optional(),
  }),
  bodyExample: { active: false },
  response: { status: 200, schema: reportScheduleWire, example: { ...EXAMPLE, active: false } },
  errors: ["resource_missing"],
});

export const deleteReportScheduleRoute = defineRoute({
  method: "delete",
  path: "/v1/report_schedules/{report_schedule_id}",
  name: "delete_report_schedule",
  ...common,
  summary: "Delete a report schedule",
  description: "Prepares no further files. The existing ones stay.",
  scope: "reports:write",
  bucket: "writes",
  params,
  response: {
    status: 200,
    schema: deletedOf("report_schedule", "rsc"),
    example: { id: EXAMPLE.id, object: "report_schedule", deleted: true },
  },
  errors: ["resource_missing"],
});
