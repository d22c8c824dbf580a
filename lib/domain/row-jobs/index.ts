export { rowJobs } from "./advance-rows.ts";
export { stopJob } from "./stop-job.ts";
export { rowStore } from "./store.ts";
export type { OpenRow, RowJob, RowResult } from "./types.ts";
