import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { LimitedBucket } from "#lib/kernel/vocabulary/keys.ts";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "#lib/kernel/vocabulary/locales.ts";
import type { Mode } from "#lib/kernel/vocabulary/modes.ts";
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

/** Requests per second that an operator granted instead of the defaults of service.md §8: for a mode, or else for both. */
export type RateLimitOverrides = Partial<Record<LimitedBucket, number>> &
  Partial<Record<Mode, Partial<Record<LimitedBucket, number>>>>;

/** The largest amount that a member of a role may refund on one payment, by currency, in minor units. A role that is not
 *  listed has no limit; a listed one refunds no other currency. */
export type RefundLimits = Partial<Record<Role, Record<string, string>>>;

export const accounts = pgTable(
  "accounts",
  {
    id: idColumn("acct", "id").primaryKey(),
    name: text("name").notNull(),
    country: text("country").notNull(),
    timezone: text("timezone").notNull(),
    defaultCurrency: text("default_currency").notNull(),
    /** How screens write numbers, dates and times. */
    locale: text("locale").$type<Locale>().notNull().default(DEFAULT_LOCALE),
    /** Version pins (service.md §9.2), one per mode. */
    testVersion: text("test_version").notNull(),
    liveVersion: text("live_version").notNull(),
    rateLimits: jsonb("rate_limits").$type<RateLimitOverrides>(),
    /** Currencies beside EUR in which an operator allowed payouts. */
    payoutCorridors: text("payout_corridors").array().notNull().default([]),
    /** Members without a second factor cannot open anything of this account until they have set one up. */
    requiresSecondFactor: boolean("requires_second_factor").notNull().default(false),
    /** A member's session ends after this long without activity … */
    sessionIdleMinutes: integer("session_idle_minutes").notNull().default(720),
    /** … and this many days after the sign-in in any case. */
    sessionDays: integer("session_days").notNull().default(30),
    refundLimits: jsonb("refund_limits").$type<RefundLimits>().notNull().default({}),
    /** Number in the reference of its transfers to us (`fundingReference`): unique and permanent. */
    fundingNumber: integer("funding_number")
      .notNull()
      .generatedAlwaysAsIdentity({ startWith: 100_000 })
      .unique("accounts_funding_number"),
    isDemo: boolean("is_demo").notNull().default(false),
    createdAt: createdColumn(),
  },
  (t) => [oneOf("accounts_locale", t.locale, LOCALES)],
);

/** One row per account beside its other rows on a cluster of Citus, where `accounts` is on the coordinator
 *  (`lib/kernel/shard-sql.ts`). */
export const accountHomes = pgTable("account_homes", {
  accountId: accountColumn().primaryKey(),
});

/** Records that an account was notified of the end of a version that it uses, once, also after the e-mail row is
 * deleted. */
export const versionNotices = pgTable(
  "version_notices",
  {
    accountId: accountColumn().references(() => accounts.id),
    version: text("version").notNull(),
    toldAt: moment("told_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.version] })],
);

/** Every change of a version pin, so that the last one can be shown and undone. */
export const accountPinChanges = pgTable(
  "account_pin_changes",
  {
    accountId: accountColumn().references(() => accounts.id),
    mode: modeColumn(),
    /** 1 for the first change in its mode; the account's row is locked while the number is assigned. */
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
