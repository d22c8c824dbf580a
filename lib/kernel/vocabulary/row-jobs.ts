/** A job over many rows. `stopped`: a person ended it, or lost the right to it; rows that were not begun stay as they
 * are. */
export const JOB_STATUSES = ["running", "completed", "stopped"] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** A row of a job: waiting, begun (its outcome is not known yet), done, as wanted before (`unchanged`), refused with a
 *  reason, or failed `MOST_TRIES` times for another one. */
export const ROW_STATES = ["waiting", "begun", "done", "unchanged", "refused", "failed"] as const;
export type RowState = (typeof ROW_STATES)[number];

/** A row that fails so often for another reason than a refusal is not tried again. */
export const MOST_TRIES = 5;
