export {
  exportReport,
  fileNameOf,
  layoutHeaders,
  type ReportExport,
} from "./downloads/export-report.ts";
export { makeNextFile, tidyDownloads } from "./downloads/make-file.ts";
export {
  browseDownloads,
  cancelDownload,
  openDownload,
  prepareDownload,
} from "./downloads/prepare-download.ts";
export { listItems as listDownloadItems } from "./downloads/store.ts";
export { type Download, expiresAt } from "./downloads/types.ts";
export { readReport } from "./read-report.ts";
export { FILTER_NAMES, type FilterName, type ReportQuery, type ReportRow } from "./types.ts";
