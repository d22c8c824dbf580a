export const DOWNLOAD_STATUSES = ["running", "ready", "failed", "canceled"] as const;
export type DownloadStatus = (typeof DOWNLOAD_STATUSES)[number];

export const REPORT_TYPES = ["settlement", "declines", "interchange"] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

export const LAYOUTS = ["native", "adyen"] as const;
export type Layout = (typeof LAYOUTS)[number];

/** Whether a settlement report contains settled movements or those that still wait. */
export const REPORT_STATUSES = ["settled", "unsettled"] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** Lengths of the time groups of a figure. */
export const REPORT_INTERVALS = ["hour", "day", "week", "month"] as const;
export type ReportInterval = (typeof REPORT_INTERVALS)[number];

/** The periods that the report screens offer, in days. */
export const REPORT_PERIODS = { "7d": 7, "30d": 30, "90d": 90, "365d": 365 } as const;
export type ReportPeriodName = keyof typeof REPORT_PERIODS;
