import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import {
  DOWNLOAD_STATUSES,
  type DownloadStatus,
  type Layout,
  type ReportType,
  SCHEDULE_INTERVALS,
  type ScheduleInterval,
} from "#lib/kernel/vocabulary/reports.ts";
import {
  accountColumn,
  bytea,
  createdColumn,
  idColumn,
  modeCheck,
  modeColumn,
  moment,
  oneOf,
} from "./columns.ts";
import type { Metadata } from "./customers.ts";

/** The last result of the books' self-check. */
export const bookChecks = pgTable(
  "book_checks",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    subject: text("subject").notNull(),
    agrees: boolean("agrees").notNull(),
    /** The compared figures. */
    figures: jsonb("figures").$type<Record<string, unknown>>().notNull(),
    checkedAt: moment("checked_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.subject] }),
    modeCheck("book_checks", t.mode),
  ],
);

/** Every report downloaded as a file: who, when, filters, number of rows, hash. */
export const downloads = pgTable(
  "downloads",
  {
    accountId: accountColumn(),
    id: idColumn("dl", "id").notNull(),
    mode: modeColumn(),
    status: text("status").$type<DownloadStatus>().notNull(),
    /** Prepared files are kept for a while; streamed ones went directly to the caller. */
    prepared: boolean("prepared").notNull().default(false),
    reportType: text("report_type").notNull(),
    layout: text("layout").notNull(),
    /** The report's query as requested. */
    query: jsonb("query").$type<Record<string, unknown>>().notNull(),
    requestedBy: text("requested_by").notNull(),
    /** The schedule that started it. */
    scheduleId: idColumn("rsc", "schedule_id"),
    rowCount: bigint("row_count", { mode: "number" }).notNull().default(0),
    byteCount: bigint("byte_count", { mode: "number" }).notNull().default(0),
    sha256: text("sha256"),
    leasedUntil: moment("leased_until"),
    createdAt: createdColumn(),
    finishedAt: moment("finished_at"),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.id] }),
    index("downloads_running").on(t.createdAt).where(sql`status = 'running'`),
    modeCheck("downloads", t.mode),
    oneOf("downloads_status_known", t.status, DOWNLOAD_STATUSES),
  ],
);

/** Reports whose files are prepared after each day, week or month. */
export const reportSchedules = pgTable(
  "report_schedules",
  {
    accountId: accountColumn(),
    id: idColumn("rsc", "id").notNull(),
    mode: modeColumn(),
    interval: text("interval").$type<ScheduleInterval>().notNull(),
    reportType: text("report_type").$type<ReportType>().notNull(),
    layout: text("layout").$type<Layout>().notNull(),
    timezone: text("timezone").notNull(),
    /** The report's query without its range. */
    query: jsonb("query").$type<Record<string, unknown>>().notNull(),
    active: boolean("active").notNull().default(true),
    /** E-mail addresses of members who are told when a file is ready. */
    mailTo: text("mail_to").array().notNull(),
    /** First day of the next period, in the time zone. */
    nextFrom: date("next_from", { mode: "string" }).notNull(),
    /** When the next file is due; null while it is not active. */
    dueAt: moment("due_at"),
    lastReportId: idColumn("dl", "last_report_id"),
    createdBy: text("created_by").notNull(),
    metadata: jsonb("metadata").$type<Metadata>().notNull().default({}),
    createdAt: createdColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.id] }),
    index("report_schedules_due").on(t.dueAt).where(sql`due_at is not null`),
    index("report_schedules_owner_due")
      .on(t.accountId, t.mode, t.dueAt)
      .where(sql`due_at is not null`),
    modeCheck("report_schedules", t.mode),
    oneOf("report_schedules_interval_known", t.interval, SCHEDULE_INTERVALS),
    check("report_schedules_due_active", sql`${t.active} = (${t.dueAt} is not null)`),
  ],
);

/** The file of a prepared download, in pieces. */
export const downloadPieces = pgTable(
  "download_pieces",
  {
    accountId: accountColumn(),
    downloadId: idColumn("dl", "download_id").notNull(),
    number: integer("number").notNull(),
    bytes: bytea("bytes").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.downloadId, t.number] })],
);
