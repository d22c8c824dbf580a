import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  CLOSING_FILES,
  CLOSING_STATUSES,
  type ClosingFileKind,
  type ClosingStatus,
  CORRECTION_CHANGES,
  type CorrectionChange,
} from "#lib/kernel/vocabulary/closings.ts";
import {
  accountColumn,
  bytea,
  createdColumn,
  idColumn,
  minorUnits,
  modeCheck,
  modeColumn,
  moment,
  oneOf,
} from "./columns.ts";
import type { Metadata } from "./customers.ts";

/** Closed months: each has files whose bytes never change. */
export const monthClosings = pgTable(
  "month_closings",
  {
    accountId: accountColumn(),
    id: idColumn("mcl", "id").notNull(),
    mode: modeColumn(),
    /** `2026-10` */
    month: text("month").notNull(),
    /** The zone of the month's first and last moment. */
    timezone: text("timezone").notNull(),
    status: text("status").$type<ClosingStatus>().notNull(),
    /** The number of the attempt that made the files, or makes them now. */
    attempt: integer("attempt").notNull().default(0),
    /** The instant of the files' snapshot, by the account's clock. */
    asOf: moment("as_of"),
    /** Hash over the hashes and names of all files. */
    sha256: text("sha256"),
    /** `Service-Books-Proof` of this hash; null for months that were closed before it was kept. */
    booksProof: text("books_proof"),
    closedBy: text("closed_by").notNull(),
    metadata: jsonb("metadata").$type<Metadata>().notNull().default({}),
    createdAt: createdColumn(),
    finishedAt: moment("finished_at"),
    /** When the files are made, or compared with the present; null when neither is planned. */
    dueAt: moment("due_at"),
    /** Number and time of the last comparison. */
    checks: integer("checks").notNull().default(0),
    checkedAt: moment("checked_at"),
    /** False when the last comparison found more than it lists. */
    checkComplete: boolean("check_complete").notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.id] }),
    uniqueIndex("month_closings_once")
      .on(t.accountId, t.mode, t.month)
      .where(sql`status <> 'failed'`),
    index("month_closings_due").on(t.dueAt).where(sql`due_at is not null`),
    index("month_closings_owner_due")
      .on(t.accountId, t.mode, t.dueAt)
      .where(sql`due_at is not null`),
    modeCheck("month_closings", t.mode),
    oneOf("month_closings_status_known", t.status, CLOSING_STATUSES),
  ],
);

const closing = () => ({
  accountId: accountColumn(),
  closingId: idColumn("mcl", "closing_id").notNull(),
});
const kind = () => text("kind").$type<ClosingFileKind>().notNull();

/** The files of a closed month. The service only adds rows. */
export const monthClosingFiles = pgTable(
  "month_closing_files",
  {
    ...closing(),
    kind: kind(),
    name: text("name").notNull(),
    rowCount: bigint("row_count", { mode: "number" }).notNull(),
    byteCount: bigint("byte_count", { mode: "number" }).notNull(),
    sha256: text("sha256").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.closingId, t.kind] }),
    oneOf("month_closing_files_kind_known", t.kind, CLOSING_FILES),
  ],
);

/** The bytes of the files, also of attempts that ended early. The service only adds rows. */
export const monthClosingPieces = pgTable(
  "month_closing_pieces",
  {
    ...closing(),
    attempt: integer("attempt").notNull(),
    kind: kind(),
    number: integer("number").notNull(),
    bytes: bytea("bytes").notNull(),
    /** Whether `bytes` are compressed (Zstandard). Pieces of months that were closed earlier are not. */
    compressed: boolean("compressed").notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.closingId, t.attempt, t.kind, t.number] })],
);

/** Rows of a closed month's files that are different now. */
export const monthCorrections = pgTable(
  "month_corrections",
  {
    ...closing(),
    id: idColumn("mcr", "id").notNull(),
    mode: modeColumn(),
    kind: kind(),
    /** The row's own id: a balance transaction, a payment, a transfer. */
    rowId: text("row_id").notNull(),
    change: text("change").$type<CorrectionChange>().notNull(),
    currency: text("currency").notNull(),
    /** In the closed file, and now; null where it has no such row. */
    amountBefore: minorUnits("amount_before"),
    amountNow: minorUnits("amount_now"),
    /** The columns that differ, of a changed row. */
    columns: text("columns").array().notNull(),
    /** The comparison that found it last. */
    seenBy: integer("seen_by").notNull(),
    foundAt: moment("found_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.closingId, t.id] }),
    uniqueIndex("month_corrections_row").on(t.accountId, t.closingId, t.kind, t.rowId),
    modeCheck("month_corrections", t.mode),
    oneOf("month_corrections_change_known", t.change, CORRECTION_CHANGES),
  ],
);
