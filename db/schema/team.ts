import { sql } from "drizzle-orm";
import {
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { LIST_NAMES, type ListName } from "#lib/kernel/vocabulary/lists.ts";
import type { Mode } from "#lib/kernel/vocabulary/modes.ts";
import { ROLES, type Role } from "#lib/kernel/vocabulary/roles.ts";
import { TOUR_STEPS, type TourStep } from "#lib/kernel/vocabulary/tour.ts";
import { accounts, members } from "./accounts.ts";
import { authUsers } from "./auth.ts";
import { accountColumn, bytea, createdColumn, idColumn, moment, oneOf } from "./columns.ts";

/** Invitations to an account. One that is neither accepted nor revoked is open until it expires. */
export const invitations = pgTable(
  "invitations",
  {
    accountId: accountColumn().references(() => accounts.id),
    id: idColumn("inv", "id").notNull(),
    email: text("email").notNull(),
    role: text("role").$type<Role>().notNull(),
    /** Keyed hash of the token in the link: recognises it, and is useless to a thief. */
    tokenHash: bytea("token_hash").notNull().unique("invitations_token"),
    invitedBy: text("invited_by")
      .notNull()
      .references(() => authUsers.id),
    /** How often it was sent, each time with a new link; only the last one works. */
    sends: smallint("sends").notNull().default(1),
    createdAt: createdColumn(),
    expiresAt: moment("expires_at").notNull(),
    acceptedAt: moment("accepted_at"),
    revokedAt: moment("revoked_at"),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    uniqueIndex("invitations_open")
      .on(t.accountId, t.email)
      .where(sql`${t.acceptedAt} is null and ${t.revokedAt} is null`),
    index("invitations_list").on(t.accountId, t.createdAt),
    oneOf("invitations_role", t.role, ROLES),
  ],
);

/** The columns, their order and widths that a member chose for a list of an account. */
export const listLayouts = pgTable(
  "list_layouts",
  {
    accountId: accountColumn(),
    userId: text("user_id").notNull(),
    list: text("list").$type<ListName>().notNull(),
    /** Null: the usual columns. */
    columns: jsonb("columns").$type<string[]>(),
    /** Pixels, by column. */
    widths: jsonb("widths").$type<Record<string, number>>().notNull().default({}),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.userId, t.list] }),
    foreignKey({
      columns: [t.accountId, t.userId],
      foreignColumns: [members.accountId, members.userId],
    }).onDelete("cascade"),
    oneOf("list_layouts_list", t.list, LIST_NAMES),
  ],
);

/** A member's own settings in an account: favourites, and how far the tour is. No row: nothing yet. */
export const memberSettings = pgTable(
  "member_settings",
  {
    accountId: accountColumn(),
    userId: text("user_id").notNull(),
    /** In the order of the sidebar. A mode of null: the screen of either mode. */
    favourites: jsonb("favourites")
      .$type<Array<{ mode: Mode | null; path: string; label: string }>>()
      .notNull()
      .default([]),
    /** The step that the tour is at; null: it is over, or never began. */
    tourStep: text("tour_step").$type<TourStep>(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.userId] }),
    foreignKey({
      columns: [t.accountId, t.userId],
      foreignColumns: [members.accountId, members.userId],
    }).onDelete("cascade"),
    oneOf("member_settings_tour_step", t.tourStep, TOUR_STEPS),
  ],
);
