import { sql } from "drizzle-orm";
import { boolean, check, pgTable } from "drizzle-orm/pg-core";
import { bytea, moment } from "./columns.ts";

/** Facts about this installation as a whole. At most one row. */
export const installation = pgTable(
  "installation",
  {
    one: boolean("one").primaryKey().default(true),
    /** Recognises the master key that protects the stored secrets; null until a process has started. */
    keyCheck: bytea("key_check"),
    /** Keys that earlier rotations of the master key carried on (`lib/kernel/key-ring.ts`), encrypted. */
    carriedKeys: bytea("carried_keys"),
    /** Set for a restored copy: workers do nothing until an operator says that this copy lives. */
    heldAt: moment("held_at"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (t) => [check("installation_one", sql`${t.one}`)],
);
