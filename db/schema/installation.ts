import { sql } from "drizzle-orm";
import { boolean, check, pgTable } from "drizzle-orm/pg-core";
import { bytea, moment } from "./columns.ts";

/** What is known of this installation as a whole. One row, written at the first start. */
export const installation = pgTable(
  "installation",
  {
    one: boolean("one").primaryKey().default(true),
    /** Recognises the master key that protects the stored secrets. */
    keyCheck: bytea("key_check").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (t) => [check("installation_one", sql`${t.one}`)],
);
