export const DOWNLOAD_STATUSES = ["running", "ready", "failed", "canceled"] as const;
export type DownloadStatus = (typeof DOWNLOAD_STATUSES)[number];
