import type { RowJob } from "#lib/domain/row-jobs/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { AnnotatedKind } from "#lib/kernel/vocabulary/annotations.ts";
import type { BulkAction, BulkParams } from "#lib/kernel/vocabulary/bulk.ts";
import type { RowState } from "#lib/kernel/vocabulary/row-jobs.ts";

export type { BulkParams };

export type BulkJob = RowJob & {
  id: Id<"bjb">;
  action: BulkAction;
  kind: AnnotatedKind;
  params: BulkParams;
  /** The member for whom it works. */
  createdBy: string;
  createdByName: string;
  undoOf: Id<"bjb"> | null;
};

/** One object of a job. */
export type BulkItem = {
  objectId: Id;
  amountMinor: bigint | null;
  currency: string | null;
  state: RowState;
  refusal: string | null;
  resultId: Id<"re"> | null;
};

/** The number of objects in a state, and what they refund, per currency. */
export type BulkTotal = {
  state: RowState;
  currency: string | null;
  count: number;
  amountMinor: bigint | null;
};
