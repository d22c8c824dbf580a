import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Id } from "#lib/kernel/ids.ts";
import {
  DISPUTE_STATUSES,
  type DisputeStatus,
  FILE_TYPES,
  type FileType,
} from "#lib/kernel/vocabulary/disputes.ts";
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
import { payments } from "./payments.ts";

/** Payments that their payers contest. */
export const disputes = pgTable(
  "disputes",
  {
    accountId: accountColumn(),
    id: idColumn("dp", "id").notNull(),
    mode: modeColumn(),
    paymentId: idColumn("pay", "payment_id").notNull(),
    status: text("status").$type<DisputeStatus>().notNull(),
    amount: minorUnits("amount").notNull(),
    currency: text("currency").notNull(),
    fee: minorUnits("fee").notNull(),
    reason: text("reason").notNull(),
    networkReasonCode: text("network_reason_code"),
    evidence: jsonb("evidence").$type<Record<string, string>>().notNull().default({}),
    /** The ids of its evidence files, in the order in which they were added. */
    evidenceFiles: jsonb("evidence_files").$type<Id<"dpf">[]>().notNull().default([]),
    /** The member who answers it; a user's id. */
    assignedTo: text("assigned_to"),
    evidenceDueBy: moment("evidence_due_by").notNull(),
    /** When the next step is due: the deadline, then the decision; null once it is decided. */
    railCheckAt: moment("rail_check_at"),
    createdAt: createdColumn(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.id] }),
    // A payment is disputed once, however often it is reported.
    uniqueIndex("disputes_payment").on(t.accountId, t.paymentId),
    // The list by deadline.
    index("disputes_due").on(t.accountId, t.mode, t.evidenceDueBy, t.id),
    index("disputes_rail_check").on(t.railCheckAt).where(sql`rail_check_at is not null`),
    index("disputes_turns")
      .on(t.accountId, t.mode, t.railCheckAt)
      .where(sql`rail_check_at is not null`),
    foreignKey({
      columns: [t.accountId, t.paymentId],
      foreignColumns: [payments.accountId, payments.id],
    }),
    modeCheck("disputes", t.mode),
    oneOf("disputes_status_known", t.status, DISPUTE_STATUSES),
    check("disputes_amount_positive", sql`${t.amount} > 0`),
  ],
);

/** Files that are evidence. Only the download selects `content`. */
export const disputeFiles = pgTable(
  "dispute_files",
  {
    accountId: accountColumn(),
    id: idColumn("dpf", "id").notNull(),
    mode: modeColumn(),
    disputeId: idColumn("dp", "dispute_id").notNull(),
    name: text("name").notNull(),
    type: text("type").$type<FileType>().notNull(),
    /** Bytes of the file itself; the stored content is encrypted and a little longer. */
    size: integer("size").notNull(),
    /** Hexadecimal SHA-256 of the file itself. */
    sha256: text("sha256").notNull(),
    /** Encrypted with the master key, bound to the row's id. */
    content: bytea("content").notNull(),
    /** The actor that added it: `member`, `key` or `system`, and the user's, key's or system's id. */
    actorType: text("actor_type").notNull(),
    actorId: text("actor_id").notNull(),
    actorName: text("actor_name"),
    createdAt: createdColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.id] }),
    index("dispute_files_dispute").on(t.accountId, t.mode, t.disputeId, t.id),
    foreignKey({
      name: "dispute_files_of_dispute",
      columns: [t.accountId, t.mode, t.disputeId],
      foreignColumns: [disputes.accountId, disputes.mode, disputes.id],
    }),
    modeCheck("dispute_files", t.mode),
    oneOf("dispute_files_type_known", t.type, FILE_TYPES),
    check("dispute_files_size_positive", sql`${t.size} > 0`),
  ],
);
