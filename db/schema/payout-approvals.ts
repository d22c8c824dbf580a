import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import {
  APPROVAL_REASONS,
  APPROVAL_STATES,
  type ApprovalReason,
  type ApprovalState,
  LIMIT_CHANGE_STATES,
  type LimitChangeState,
} from "#lib/kernel/vocabulary/payouts.ts";
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

/** The amount that one person may pay out without a second person's approval, per currency. No row: any amount. */
export const payoutLimits = pgTable(
  "payout_limits",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    currency: text("currency").notNull(),
    /** For one payout, or all payouts of one batch together. */
    perPayout: minorUnits("per_payout").notNull(),
    /** For all payouts within 24 hours that nobody else has approved. */
    perDay: minorUnits("per_day").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.currency] }),
    modeCheck("payout_limits", t.mode),
    check("payout_limits_order", sql`0 <= ${t.perPayout} and ${t.perPayout} <= ${t.perDay}`),
  ],
);

/** Requested increases or removals of limits, until a second person confirms them. */
export const payoutLimitChanges = pgTable(
  "payout_limit_changes",
  {
    accountId: accountColumn(),
    id: idColumn("plc", "id").notNull(),
    mode: modeColumn(),
    currency: text("currency").notNull(),
    /** Both null: the limits are removed. */
    perPayout: minorUnits("per_payout"),
    perDay: minorUnits("per_day"),
    state: text("state").$type<LimitChangeState>().notNull(),
    /** A user's id, like `decidedBy`. */
    requestedBy: text("requested_by").notNull(),
    decidedBy: text("decided_by"),
    decidedAt: moment("decided_at"),
    expiresAt: moment("expires_at").notNull(),
    /** When the worker checks it next; null once it is decided. */
    dueAt: moment("due_at"),
    requestId: idColumn("req", "request_id"),
    createdAt: createdColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    uniqueIndex("payout_limit_changes_one_pending")
      .on(t.accountId, t.mode, t.currency)
      .where(sql`state = 'pending'`),
    index("payout_limit_changes_due").on(t.dueAt).where(sql`due_at is not null`),
    index("payout_limit_changes_turns")
      .on(t.accountId, t.mode, t.dueAt)
      .where(sql`due_at is not null`),
    modeCheck("payout_limit_changes", t.mode),
    oneOf("payout_limit_changes_state_known", t.state, LIMIT_CHANGE_STATES),
    check(
      "payout_limit_changes_order",
      sql`num_nulls(${t.perPayout}, ${t.perDay}) <> 1
          and coalesce(0 <= ${t.perPayout} and ${t.perPayout} <= ${t.perDay}, true)`,
    ),
    check(
      "payout_limit_changes_due_pending",
      sql`(${t.state} = 'pending') = (${t.dueAt} is not null)`,
    ),
  ],
);

/** Payouts and batches above a limit, with the second person's decision. */
export const payoutApprovals = pgTable(
  "payout_approvals",
  {
    accountId: accountColumn(),
    /** The id of the payout, or of the batch whose payouts are decided together. */
    id: idColumn<"po" | "pob">("po", "id").notNull(),
    mode: modeColumn(),
    state: text("state").$type<ApprovalState>().notNull(),
    /** The limit that it exceeds. */
    reason: text("reason").$type<ApprovalReason>().notNull(),
    amount: minorUnits("amount").notNull(),
    currency: text("currency").notNull(),
    /** Id of a user or key. */
    requestedBy: text("requested_by").notNull(),
    /** Users who may not decide: the creator, or the creator of the key that was used. */
    excluded: text("excluded").array().notNull(),
    /** A user's id; null if nobody decided. */
    decidedBy: text("decided_by"),
    decidedAt: moment("decided_at"),
    expiresAt: moment("expires_at").notNull(),
    /** When the worker checks it next; null once it is decided. */
    dueAt: moment("due_at"),
    requestId: idColumn("req", "request_id"),
    createdAt: createdColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index("payout_approvals_waiting")
      .on(t.accountId, t.mode, t.currency)
      .where(sql`state = 'pending'`),
    index("payout_approvals_due").on(t.dueAt).where(sql`due_at is not null`),
    index("payout_approvals_turns").on(t.accountId, t.mode, t.dueAt).where(sql`due_at is not null`),
    modeCheck("payout_approvals", t.mode),
    oneOf("payout_approvals_state_known", t.state, APPROVAL_STATES),
    oneOf("payout_approvals_reason_known", t.reason, APPROVAL_REASONS),
    check("payout_approvals_due_pending", sql`(${t.state} = 'pending') = (${t.dueAt} is not null)`),
    check(
      "payout_approvals_decided",
      sql`(${t.state} in ('approved', 'refused')) = (${t.decidedBy} is not null)`,
    ),
  ],
);
