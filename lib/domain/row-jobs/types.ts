import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { JobStatus, RowState } from "#lib/kernel/vocabulary/row-jobs.ts";

export type JobKey = { accountId: Id<"acct">; mode: Mode; id: Id };

/** Fields of every job over rows. */
export type RowJob = JobKey & {
  status: JobStatus;
  createdAt: Date;
  /** When nothing was left to do; of a stopped one later than the stop. */
  finishedAt: Date | null;
  /** When a worker continues; null once nothing is left to do. */
  dueAt: Date | null;
};

/** A row with work left. */
export type OpenRow<ObjectId extends Id = Id> = {
  objectId: ObjectId;
  amountMinor: bigint | null;
  currency: string | null;
  state: RowState;
};

/** Result of a row: its state, and the columns that say more. */
export type RowResult = {
  state: Exclude<RowState, "waiting" | "begun">;
  refusal?: string | null;
  resultId?: Id | null;
};

export type Owner = Pick<Context, "accountId" | "mode">;
