import { jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import {
  JOURNAL_LAYOUTS,
  type JournalLayout,
  type JournalSettings,
} from "#lib/kernel/vocabulary/booking.ts";
import { accountColumn, modeCheck, modeColumn, moment, oneOf } from "./columns.ts";

/** How an account's journal files for an accounting program are written. Without a row the defaults apply. */
export const bookingSettings = pgTable(
  "booking_settings",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    layout: text("layout").$type<JournalLayout>().notNull(),
    settings: jsonb("settings").$type<JournalSettings>().notNull(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.layout] }),
    modeCheck("booking_settings", t.mode),
    oneOf("booking_settings_layout", t.layout, JOURNAL_LAYOUTS),
  ],
);
