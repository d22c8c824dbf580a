import type { BulkItem, BulkJob, BulkTotal, RefundPreview } from "#lib/domain/bulk/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { rowJobView, whyOf } from "./row-jobs.ts";
import type { SliceView } from "./shared.ts";

type Detail = { job: BulkJob; totals: BulkTotal[]; undoneBy: Id<"bjb"> | null };

/** A job with the number of its objects per state and currency. */
export function bulkJobView({ job, totals, undoneBy }: Detail, mayStop: boolean) {
  const { action, kind, params, createdByName, undoOf } = job;
  return {
    ...rowJobView(job),
    ...{ action, kind, params, undoOf, undoneBy, mayStop },
    by: createdByName,
    totals: totals.map(({ state, currency, count, amountMinor }) => ({
      ...{ state, currency, count },
      amount: amountMinor === null ? null : String(amountMinor),
    })),
  };
}

export type BulkJobView = ReturnType<typeof bulkJobView>;

export function bulkItemView(item: BulkItem) {
  return {
    id: item.objectId,
    amount: item.amountMinor === null ? null : String(item.amountMinor),
    currency: item.currency,
    state: item.state,
    why: whyOf(item.state, item.refusal),
    resultId: item.resultId,
  };
}

export type BulkItemView = ReturnType<typeof bulkItemView>;

/** `GET /internal/:mode/bulk-jobs/:id/objects` */
export type BulkItemsView = SliceView & { objects: BulkItemView[] };

export function refundPreviewView({ refundable, refused }: RefundPreview) {
  return {
    refundable: refundable.map(({ currency, count, amountMinor }) => ({
      ...{ currency, count },
      amount: String(amountMinor),
    })),
    refused,
  };
}

export type RefundPreviewView = ReturnType<typeof refundPreviewView>;
