import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { accounts } from "./accounts.ts";
import {
  accountColumn,
  createdColumn,
  idColumn,
  modeCheck,
  modeColumn,
  moment,
} from "./columns.ts";

export type Metadata = Record<string, string>;

export const customers = pgTable(
  "customers",
  {
    accountId: accountColumn().references(() => accounts.id),
    id: idColumn("cus", "id").notNull(),
    mode: modeColumn(),
    name: text("name"),
    email: text("email"),
    country: text("country"),
    defaultPaymentMethod: idColumn("pm", "default_payment_method"),
    metadata: jsonb("metadata").$type<Metadata>().notNull().default({}),
    deleted: boolean("deleted").notNull().default(false),
    /** Set while a worker is to erase who it was. */
    erasureRequestedAt: moment("erasure_requested_at"),
    createdAt: createdColumn(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index("customers_list").on(t.accountId, t.mode, t.id),
    // The list by name, as `sorts` of the customers' store has it.
    index("customers_name")
      .on(t.accountId, t.mode, sql`lower(coalesce(name, email, ''))`, t.id)
      .where(sql`not deleted`),
    index("customers_email").on(t.accountId, t.mode, t.email),
    index("customers_erasure")
      .on(t.erasureRequestedAt)
      .where(sql`erasure_requested_at is not null`),
    modeCheck("customers", t.mode),
  ],
);
