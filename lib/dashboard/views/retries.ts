import {
  type CurrencyTotal,
  type RetryItem,
  type RetryJob,
  type RetryPreview,
  type RetryTotal,
  whyNotRetried,
} from "#lib/domain/retries/index.ts";
import { rowJobView, whyOf } from "./row-jobs.ts";
import type { SliceView } from "./shared.ts";

const totalView = ({ currency, count, amountMinor }: CurrencyTotal) => ({
  currency,
  count,
  amount: String(amountMinor),
});

/** The payments that a job over the filter would retry now, and the account's latest job. */
export function retryPreviewView(preview: RetryPreview, latest: RetryJob | null) {
  return {
    checked: preview.checked,
    hasMore: preview.hasMore,
    retryable: preview.retryable.map(totalView),
    refused: preview.refused.map(({ refusal, totals }) => ({
      refusal,
      totals: totals.map(totalView),
    })),
    latest: latest && rowJobView(latest),
  };
}

export type RetryPreviewView = ReturnType<typeof retryPreviewView>;

/** A job with the number of its payments per state, outcome and currency. */
export function retryJobView({ job, totals }: { job: RetryJob; totals: RetryTotal[] }) {
  return {
    ...rowJobView(job),
    totals: totals.map(({ state, result, ...total }) => ({ state, result, ...totalView(total) })),
  };
}

export type RetryJobView = ReturnType<typeof retryJobView>;

export function retryItemView(item: RetryItem) {
  return {
    id: item.paymentId,
    amount: String(item.amountMinor),
    currency: item.currency,
    state: item.state,
    why: whyOf(item.state, item.refusal && whyNotRetried(item.refusal, null)),
    retryId: item.retryId,
    result: item.result,
    declineCode: item.declineCode,
  };
}

export type RetryItemView = ReturnType<typeof retryItemView>;

/** `GET /internal/:mode/payment-retries/:id/payments` */
export type RetryItemsView = SliceView & { payments: RetryItemView[] };
