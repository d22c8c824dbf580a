import { sql } from "drizzle-orm";
import {
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { ANNOTATED_KINDS, type AnnotatedKind } from "#lib/kernel/vocabulary/annotations.ts";
import { BULK_ACTIONS, type BulkAction, type BulkParams } from "#lib/kernel/vocabulary/bulk.ts";
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
  objectIdColumn,
  oneOf,
} from "./columns.ts";

/** Jobs that do the same with many objects, for the member who started them. */
export const bulkJobs = pgTable(
  "bulk_jobs",
  {
    accountId: accountColumn(),
    id: idColumn("bjb", "id").notNull(),
    mode: modeColumn(),
    action: text("action").$type<BulkAction>().notNull(),
    kind: text("kind").$type<AnnotatedKind>().notNull(),
    params: jsonb("params").$type<BulkParams>().notNull(),
    status: text("status").$type<JobStatus>().notNull(),
    /** The member for whom it works: their role is checked for each object. */
    createdBy: text("created_by").notNull(),
    createdByName: text("created_by_name").notNull(),
    /** The job whose changes this one takes back. */
    undoOf: idColumn("bjb", "undo_of"),
    createdAt: createdColumn(),
    finishedAt: moment("finished_at"),
    /** When a worker continues; null once nothing is left to do. */
    dueAt: moment("due_at"),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    unique("bulk_jobs_undone_once").on(t.accountId, t.undoOf),
    index("bulk_jobs_list").on(t.accountId, t.mode, t.id),
    index("bulk_jobs_due").on(t.dueAt).where(sql`due_at is not null`),
    index("bulk_jobs_owner_due").on(t.accountId, t.mode, t.dueAt).where(sql`due_at is not null`),
    modeCheck("bulk_jobs", t.mode),
    oneOf("bulk_jobs_action_known", t.action, BULK_ACTIONS),
    oneOf("bulk_jobs_kind_known", t.kind, ANNOTATED_KINDS),
    oneOf("bulk_jobs_status_known", t.status, JOB_STATUSES),
  ],
);

/** The objects of a job, as they were chosen, and what became of each. */
export const bulkItems = pgTable(
  "bulk_items",
  {
    accountId: accountColumn(),
    jobId: idColumn("bjb", "job_id").notNull(),
    objectId: objectIdColumn(),
    /** Amount of the refund; null for tags and for objects that were refused at once. */
    amount: minorUnits("amount"),
    currency: text("currency"),
    state: text("state").$type<RowState>().notNull().default("waiting"),
    /** How often it failed for another reason than a refusal. */
    tries: integer("tries").notNull().default(0),
    /** Why it was refused, for people. */
    refusal: text("refusal"),
    /** The refund. */
    resultId: idColumn("re", "result_id"),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.jobId, t.objectId] }),
    index("bulk_items_open")
      .on(t.accountId, t.jobId, t.objectId)
      .where(sql`state in ('waiting', 'begun')`),
    foreignKey({
      columns: [t.accountId, t.jobId],
      foreignColumns: [bulkJobs.accountId, bulkJobs.id],
    }),
    oneOf("bulk_items_state_known", t.state, ROW_STATES),
  ],
);
