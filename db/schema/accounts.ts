import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { ROLES, type Role } from "#lib/kernel/vocabulary/roles.ts";

import { authUsers } from "./auth.ts";
import {
  accountColumn,
  createdColumn,
  idColumn,
  modeCheck,
  modeColumn,
  moment,
  oneOf,
} from "./columns.ts";

/** Requests per second that an operator granted instead of the defaults of service.md §8. */
export type RateLimitOverrides = Partial<
  Record<"writes" | "reads" | "lists" | "replays" | "tokenisations", number>
>;

export const accounts = pgTable("accounts", {
  id: idColumn("acct", "id").primaryKey(),
  name: text("name").notNull(),
  country: text("country").notNull(),
  timezone: text("timezone").notNull(),
  defaultCurrency: text("default_currency").notNull(),
  /** Version pins (service.md §9.2), one per mode. */
  testVersion: text("test_version").notNull(),
  liveVersion: text("live_version").notNull(),
  rateLimits: jsonb("rate_limits").$type<RateLimitOverrides>(),
  /** Currencies in which payouts are possible beside EUR, because an operator approved them. */
  payoutCorridors: text("payout_corridors").array().notNull().default([]),
  /** Whoever has no second factor opens nothing of this account before they have set one up. */
  requiresSecondFactor: boolean("requires_second_factor").notNull().default(false),
  /** A session of a member ends after so long without a person at it … */
  sessionIdleMinutes: integer("session_idle_minutes").notNull().default(720),
  /** … and so many days after the sign-in, whatever was done in it. */
  sessionDays: integer("session_days").notNull().default(30),
  /** What its transfers to us are known by (`fundingReference`): given once, to nobody else. */
  fundingNumber: integer("funding_number")
    .notNull()
    .generatedAlwaysAsIdentity({ startWith: 100_000 })
    .unique("accounts_funding_number"),
  isDemo: boolean("is_demo").notNull().default(false),
  createdAt: createdColumn(),
});

/** That an account was told of the end of a version which it uses: once, also when the e-mail is long gone. */
export const versionNotices = pgTable(
  "version_notices",
  {
    accountId: accountColumn().references(() => accounts.id),
    version: text("version").notNull(),
    toldAt: moment("told_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.version] })],
);

/** Every change of a version pin, so that the last one can be told and taken back. */
export const accountPinChanges = pgTable(
  "account_pin_changes",
  {
    accountId: accountColumn().references(() => accounts.id),
    mode: modeColumn(),
    /** 1 for the first change in its mode; the account's row is locked while it is given. */
    number: integer("number").notNull(),
    fromVersion: text("from_version").notNull(),
    toVersion: text("to_version").notNull(),
    changedBy: text("changed_by").notNull(),
    changedAt: moment("changed_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.number] }),
    modeCheck("account_pin_changes", t.mode),
  ],
);

export const members = pgTable(
  "members",
  {
    accountId: accountColumn().references(() => accounts.id),
    userId: text("user_id")
      .notNull()
      .references(() => authUsers.id),
    role: text("role").$type<Role>().notNull(),
    createdAt: createdColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.userId] }),
    index("members_user").on(t.userId),
    oneOf("members_role", t.role, ROLES),
  ],
);
