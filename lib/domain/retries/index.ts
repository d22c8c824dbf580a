export { previewRetries, verdictOf } from "./preview-retries.ts";
export { whyNotRetried } from "./refusal.ts";
export {
  dueRetryJobs,
  latestJob,
  listRetryItems,
  retryJobDetail,
  startRetryJob,
  stopRetryJob,
} from "./retry-jobs.ts";
export { retryPayment } from "./retry-payment.ts";
export type {
  CurrencyTotal,
  RetryItem,
  RetryJob,
  RetryPreview,
  RetryTotal,
  RetryVerdict,
} from "./types.ts";
