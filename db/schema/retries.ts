import { sql } from "drizzle-orm";
import { foreignKey, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { RETRY_REFUSALS, type RetryRefusal } from "#lib/kernel/vocabulary/retries.ts";
import {
  JOB_STATUSES,
  type JobStatus,
  ROW_STATES,
  type RowState,
} from "#lib/kernel/vocabulary/row-jobs.ts";
import {
  accountColumn,
  createdColumn,
  idColumn,
  minorUnits,
  modeCheck,
  modeColumn,
  moment,
  oneOf,
} from "./columns.ts";

/** Jobs that retry many declined payments. */
export const retryJobs = pgTable(
  "retry_jobs",
  {
    accountId: accountColumn(),
    id: idColumn("rtj", "id").notNull(),
    mode: modeColumn(),
    status: text("status").$type<JobStatus>().notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: createdColumn(),
    finishedAt: moment("finished_at"),
    /** When a worker continues; null once it is over. */
    dueAt: moment("due_at"),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index("retry_jobs_list").on(t.accountId, t.mode, t.id),
    index("retry_jobs_due").on(t.dueAt).where(sql`due_at is not null`),
    index("retry_jobs_owner_due").on(t.accountId, t.mode, t.dueAt).where(sql`due_at is not null`),
    modeCheck("retry_jobs", t.mode),
    oneOf("retry_jobs_status_known", t.status, JOB_STATUSES),
  ],
);

/** The payments of a job, as they were chosen, and what became of each. */
export const retryItems = pgTable(
  "retry_items",
  {
    accountId: accountColumn(),
    jobId: idColumn("rtj", "job_id").notNull(),
    /** The declined payment. */
    objectId: idColumn("pay", "payment_id").notNull(),
    amount: minorUnits("amount").notNull(),
    currency: text("currency").notNull(),
    state: text("state").$type<RowState>().notNull().default("waiting"),
    /** How often it failed for another reason than a refusal. */
    tries: integer("tries").notNull().default(0),
    /** The payment that retried it. */
    resultId: idColumn("pay", "retry_id"),
    refusal: text("refusal").$type<RetryRefusal>(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.jobId, t.objectId] }),
    index("retry_items_open")
      .on(t.accountId, t.jobId, t.objectId)
      .where(sql`state in ('waiting', 'begun')`),
    foreignKey({
      columns: [t.accountId, t.jobId],
      foreignColumns: [retryJobs.accountId, retryJobs.id],
    }),
    oneOf("retry_items_state_known", t.state, ROW_STATES),
    oneOf("retry_items_refusal_known", t.refusal, RETRY_REFUSALS),
  ],
);
