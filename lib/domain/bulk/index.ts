export { dueBulkJobs } from "./advance-job.ts";
export { bulkJobDetail, getBulkJob, listBulkItems, stopBulkJob } from "./read-jobs.ts";
export {
  PERMISSIONS as BULK_PERMISSIONS,
  previewRefunds,
  type RefundPreview,
  startRefunds,
  startTagging,
  undoJob,
} from "./start-job.ts";
export type { BulkItem, BulkJob, BulkTotal } from "./types.ts";
