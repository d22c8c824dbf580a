import { sql } from "drizzle-orm";
import { foreignKey, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import {
  RETRY_ITEM_STATES,
  RETRY_JOB_STATUSES,
  RETRY_REFUSALS,
  type RetryItemState,
  type RetryJobStatus,
  type RetryRefusal,
} from "#lib/kernel/vocabulary/retries.ts";
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
    status: text("status").$type<RetryJobStatus>().notNull(),
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
    oneOf("retry_jobs_status_known", t.status, RETRY_JOB_STATUSES),
  ],
);

/** The payments of a job, as they were chosen, and what became of each. */
export const retryItems = pgTable(
  "retry_items",
  {
    accountId: accountColumn(),
    jobId: idColumn("rtj", "job_id").notNull(),
    /** The declined payment. */
    paymentId: idColumn("pay", "payment_id").notNull(),
    amount: minorUnits("amount").notNull(),
    currency: text("currency").notNull(),
    state: text("state").$type<RetryItemState>().notNull().default("waiting"),
    /** The payment that retried it. */
    retryId: idColumn("pay", "retry_id"),
    refusal: text("refusal").$type<RetryRefusal>(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.jobId, t.paymentId] }),
    index("retry_items_waiting")
      .on(t.accountId, t.jobId, t.paymentId)
      .where(sql`state = 'waiting'`),
    foreignKey({
      columns: [t.accountId, t.jobId],
      foreignColumns: [retryJobs.accountId, retryJobs.id],
    }),
    oneOf("retry_items_state_known", t.state, RETRY_ITEM_STATES),
    oneOf("retry_items_refusal_known", t.refusal, RETRY_REFUSALS),
  ],
);
