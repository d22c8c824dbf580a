import { JOURNAL_LAYOUTS, STATEMENT_LAYOUTS } from "./booking.ts";

export const DOWNLOAD_STATUSES = ["running", "ready", "failed", "canceled"] as const;
export type DownloadStatus = (typeof DOWNLOAD_STATUSES)[number];

/** Reports of single rows, and the journal of sums that is booked in an accounting program. */
export const REPORT_TYPES = [
  "settlement",
  "declines",
  "interchange",
  "accounting_journal",
] as const;
export type ReportType = (typeof REPORT_TYPES)[number];
export type RowReportType = Exclude<ReportType, "accounting_journal">;

/** `native`: amounts in minor units; `decimal`: the same columns in major units; `adyen`: Adyen's columns; the others: an
 *  accounting journal for a program, or as a bank statement. */
export const LAYOUTS = [
  "native",
  "decimal",
  "adyen",
  ...JOURNAL_LAYOUTS,
  ...STATEMENT_LAYOUTS,
] as const;
export type Layout = (typeof LAYOUTS)[number];

/** Which movements a settlement report contains: those of batches with this status, or those that are in none yet.
 *  `settled` is an earlier name of `paid`. */
export const REPORT_STATUSES = [
  "paid",
  "scheduled",
  "failed",
  "all",
  "unsettled",
  "settled",
] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** Lengths of the time groups of a figure. */
export const REPORT_INTERVALS = ["hour", "day", "week", "month"] as const;
export type ReportInterval = (typeof REPORT_INTERVALS)[number];

/** The periods that the report screens offer, in days. */
export const REPORT_PERIODS = { "7d": 7, "30d": 30, "90d": 90, "365d": 365 } as const;
export type ReportPeriodName = keyof typeof REPORT_PERIODS;

/** How often a report schedule prepares its file: after each local day, week (from Monday) or month. */
export const SCHEDULE_INTERVALS = ["daily", "weekly", "monthly"] as const;
export type ScheduleInterval = (typeof SCHEDULE_INTERVALS)[number];
