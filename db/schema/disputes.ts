import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { DISPUTE_STATUSES, type DisputeStatus } from "#lib/kernel/vocabulary/disputes.ts";
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
