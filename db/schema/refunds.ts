import { sql } from "drizzle-orm";
import { check, foreignKey, index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { REFUND_STATUSES, type RefundStatus } from "#lib/kernel/vocabulary/refunds.ts";
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
import type { Metadata } from "./customers.ts";
import { payments } from "./payments.ts";

export const refunds = pgTable(
  "refunds",
  {
    accountId: accountColumn(),
    id: idColumn("re", "id").notNull(),
    mode: modeColumn(),
    paymentId: idColumn("pay", "payment_id").notNull(),
    status: text("status").$type<RefundStatus>().notNull(),
    /** When to ask the rail for the outcome; null if there is nothing to ask. */
    railCheckAt: moment("rail_check_at"),
    /** The holder of the rail lease, and its end; null without one. */
    railHeldBy: text("rail_held_by"),
    railHeldUntil: moment("rail_held_until"),
    railReference: text("rail_reference"),
    amount: minorUnits("amount").notNull(),
    currency: text("currency").notNull(),
    reason: text("reason"),
    failureReason: text("failure_reason"),
    settlementId: text("settlement_id"),
    metadata: jsonb("metadata").$type<Metadata>().notNull().default({}),
    requestId: idColumn("req", "request_id"),
    /** The member who refunded; null for a key. Their refund limit counts it. */
    refundedBy: text("refunded_by"),
    createdAt: createdColumn(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index("refunds_list").on(t.accountId, t.mode, t.id),
    index("refunds_payment").on(t.accountId, t.paymentId, t.id),
    index("refunds_failed").on(t.accountId, t.mode, t.updatedAt).where(sql`status = 'failed'`),
    index("refunds_rail_check").on(t.railCheckAt).where(sql`rail_check_at is not null`),
    index("refunds_turns")
      .on(t.accountId, t.mode, t.railCheckAt)
      .where(sql`rail_check_at is not null`),
    foreignKey({
      columns: [t.accountId, t.paymentId],
      foreignColumns: [payments.accountId, payments.id],
    }),
    modeCheck("refunds", t.mode),
    oneOf("refunds_status_known", t.status, REFUND_STATUSES),
    check("refunds_amount_positive", sql`${t.amount} > 0`),
  ],
);
