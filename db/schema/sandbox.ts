import { sql } from "drizzle-orm";
import { bigint, check, pgTable, text } from "drizzle-orm/pg-core";
import { idColumn, moment } from "./columns.ts";

/** How far an account's test mode is ahead of the real time. No row: 0. */
export const sandboxClocks = pgTable(
  "sandbox_clocks",
  {
    accountId: idColumn("acct", "account_id").primaryKey(),
    aheadMs: bigint("ahead_ms", { mode: "number" }).notNull().default(0),
    /** The target of a running advance; equal if none is running. */
    targetMs: bigint("target_ms", { mode: "number" }).notNull().default(0),
    /** The process that runs the advance, and until when it holds the lease. */
    leaseId: text("lease_id"),
    leasedUntil: moment("leased_until"),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    check("sandbox_clocks_forward", sql`${t.aheadMs} >= 0 and ${t.targetMs} >= ${t.aheadMs}`),
  ],
);
