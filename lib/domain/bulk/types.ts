import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { AnnotatedKind } from "#lib/kernel/vocabulary/annotations.ts";
import type {
  BulkAction,
  BulkItemState,
  BulkJobStatus,
  BulkParams,
} from "#lib/kernel/vocabulary/bulk.ts";

export type { BulkParams };

export type BulkJob = {
  accountId: Id<"acct">;
  id: Id<"bjb">;
  mode: Mode;
  action: BulkAction;
  kind: AnnotatedKind;
  params: BulkParams;
  status: BulkJobStatus;
  /** The member for whom it works. */
  createdBy: string;
  createdByName: string;
  undoOf: Id<"bjb"> | null;
  createdAt: Date;
  finishedAt: Date | null;
  dueAt: Date | null;
};

/** One object of a job. */
export type BulkItem = {
  objectId: Id;
  amountMinor: bigint | null;
  currency: string | null;
  state: BulkItemState;
  refusal: string | null;
  resultId: Id<"re"> | null;
};

/** The number of objects in a state, and what they refund, per currency. */
export type BulkTotal = {
  state: BulkItemState;
  currency: string | null;
  count: number;
  amountMinor: bigint | null;
};

/** What became of an object. */
export type BulkResult =
  | { state: "done"; resultId: Id<"re"> | null }
  | { state: "unchanged" }
  | { state: "refused"; refusal: string };
