import type { RowJob } from "#lib/domain/row-jobs/index.ts";
import { MOST_TRIES, type RowState } from "#lib/kernel/vocabulary/row-jobs.ts";
import { iso } from "./shared.ts";

/** Fields that the screen of every job over rows needs. */
export const rowJobView = <Job extends RowJob>({ id, status, createdAt, ...job }: Job) => ({
  id: id as Job["id"],
  status,
  /** Whether rows are left, also those that had begun when it was stopped. */
  isMoving: job.dueAt !== null,
  createdAt: createdAt.toISOString(),
  finishedAt: iso(job.finishedAt),
});

const WHY_FAILED = `An unexpected error stopped this ${MOST_TRIES} times. Open it before you try again: it shows what happened.`;

/** The reason of a row's result, for people. */
export const whyOf = (state: RowState, refusal: string | null): string | null =>
  state === "failed" ? WHY_FAILED : refusal;
