import type { Id } from "#lib/kernel/ids.ts";
import type { Metadata } from "#lib/kernel/metadata.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Layout, ReportType, ScheduleInterval } from "#lib/kernel/vocabulary/reports.ts";
import type { ReportQuery } from "../types.ts";

/** The query of a scheduled report; each file adds its range. */
export type ScheduledQuery = Omit<ReportQuery, "from" | "to">;

/** A report whose file is prepared after each local day, week or month. */
export type ReportSchedule = {
  accountId: Id<"acct">;
  id: Id<"rsc">;
  mode: Mode;
  interval: ScheduleInterval;
  reportType: ReportType;
  layout: Layout;
  timezone: string;
  query: ScheduledQuery;
  active: boolean;
  /** E-mail addresses of members who may download reports. */
  mailTo: string[];
  /** First day of the next period, in the time zone: `2026-04-01`. */
  nextFrom: string;
  /** When the next file is due; null while it is not active. */
  dueAt: Date | null;
  lastReportId: Id<"dl"> | null;
  /** A member's or a key's id. */
  createdBy: string;
  metadata: Metadata;
  createdAt: Date;
};

export type NewSchedule = {
  interval: ScheduleInterval;
  query: ScheduledQuery;
  mailTo?: readonly string[] | undefined;
  metadata?: Metadata | undefined;
};

export type ScheduleChanges = {
  active?: boolean | undefined;
  mailTo?: readonly string[] | undefined;
  metadata?: Metadata | undefined;
};
