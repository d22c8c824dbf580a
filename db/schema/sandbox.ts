import { sql } from "drizzle-orm";
import { bigint, check, pgTable, text } from "drizzle-orm/pg-core";
import { idColumn, moment } from "./columns.ts";

/** How far an account's test mode is ahead of the real time. No row: not at all. */
export const sandboxClocks = pgTable(
  "sandbox_clocks",
  {
    accountId: idColumn("acct", "account_id").primaryKey(),
    aheadMs: bigint("ahead_ms", { mode: "number" }).notNull().default(0),
    /** Where an advance that is under way is going to; equal when none is. */
    targetMs: bigint("target_ms", { mode: "number" }).notNull().default(0),
    /** Who moves it at present, and until when nobody else may. */
    leaseId: text("lease_id"),
    leasedUntil: moment("leased_until"),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    check("sandbox_clocks_forward", sql`${t.aheadMs} >= 0 and ${t.targetMs} >= ${t.aheadMs}`),
  ],
);
