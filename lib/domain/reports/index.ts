export { exportReport, type ReportExport } from "./downloads/export-report.ts";
export { makeNextFile, tidyDownloads } from "./downloads/make-file.ts";
export {
  browseDownloads,
  cancelDownload,
  cancelDownloadIn,
  findDownloads,
  getDownload,
  listDownloads,
  openDownload,
  prepareDownload,
  prepareDownloadIn,
} from "./downloads/prepare-download.ts";
export { listItems as listDownloadItems } from "./downloads/store.ts";
export { type Download, expiresAt } from "./downloads/types.ts";
export { planReport } from "./plan-report.ts";
export { readReport } from "./read-report.ts";
export { dueSchedules } from "./schedules/run-schedule.ts";
export {
  allSchedules,
  createScheduleIn,
  deleteSchedule,
  deleteScheduleIn,
  findSchedules,
  getSchedule,
  listSchedules,
  updateSchedule,
  updateScheduleIn,
} from "./schedules/schedules.ts";
export type { ReportSchedule } from "./schedules/types.ts";
export { csvSql } from "./store.ts";
export { FILTER_NAMES, type FilterName, type ReportQuery, type ReportRow } from "./types.ts";
