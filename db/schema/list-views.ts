import { foreignKey, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { VIEWED_LISTS, type ViewedList } from "#lib/kernel/vocabulary/list-views.ts";
import { members } from "./accounts.ts";
import {
  accountColumn,
  createdColumn,
  idColumn,
  modeCheck,
  modeColumn,
  moment,
  oneOf,
} from "./columns.ts";

/** Saved views of lists: a name and the query of the address. */
export const listViews = pgTable(
  "list_views",
  {
    accountId: accountColumn(),
    id: idColumn("lvw", "id").notNull(),
    mode: modeColumn(),
    list: text("list").$type<ViewedList>().notNull(),
    /** The member whose view it is, and with whom it is deleted; null for the team's. */
    ownerId: text("owner_id"),
    name: text("name").notNull(),
    query: text("query").notNull(),
    /** Its place among the owner's views of the list, from 0. */
    position: integer("position").notNull(),
    createdAt: createdColumn(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index("list_views_list").on(t.accountId, t.mode, t.list, t.ownerId),
    foreignKey({
      columns: [t.accountId, t.ownerId],
      foreignColumns: [members.accountId, members.userId],
    }).onDelete("cascade"),
    modeCheck("list_views", t.mode),
    oneOf("list_views_list_known", t.list, VIEWED_LISTS),
  ],
);

/** Default views of their role that members have hidden, by key. */
export const hiddenListViews = pgTable(
  "hidden_list_views",
  {
    accountId: accountColumn(),
    userId: text("user_id").notNull(),
    key: text("key").notNull(),
    createdAt: createdColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.userId, t.key] }),
    foreignKey({
      columns: [t.accountId, t.userId],
      foreignColumns: [members.accountId, members.userId],
    }).onDelete("cascade"),
  ],
);
