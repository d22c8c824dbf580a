import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from "drizzle-orm/pg-core";
import {
  ALERT_KINDS,
  ALERT_POST_STATUSES,
  type AlertKind,
  type AlertParams,
  type AlertPostStatus,
  TOLD_KINDS,
  type ToldKind,
} from "#lib/kernel/vocabulary/alerts.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import { accounts } from "./accounts.ts";
import {
  accountColumn,
  bytea,
  createdColumn,
  idColumn,
  modeCheck,
  modeColumn,
  moment,
  oneOf,
} from "./columns.ts";

/** Kinds of facts and the people who are told. An account is created with the default rules of each mode. */
export const alertRules = pgTable(
  "alert_rules",
  {
    accountId: accountColumn().references(() => accounts.id),
    mode: modeColumn(),
    id: idColumn("alr", "id").notNull(),
    kind: text("kind").$type<AlertKind>().notNull(),
    params: jsonb("params").$type<AlertParams>().notNull(),
    active: boolean("active").notNull().default(true),
    /** Its people: members with these roles, and these members. They see its alerts in the dashboard. */
    roles: text("roles").array().$type<Role[]>().notNull(),
    members: text("members").array().notNull().default(sql`'{}'`),
    /** Whether its people also get e-mail. */
    mail: boolean("mail").notNull().default(true),
    /** The Slack-compatible webhook that also gets its alerts. */
    channelId: idColumn("alc", "channel_id"),
    /** Nobody is told until then; null if it is not muted. Year 9999 is for ever. */
    mutedUntil: moment("muted_until"),
    mutedBy: text("muted_by"),
    /** The last alert. */
    firedAt: moment("fired_at"),
    createdAt: createdColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.id] }),
    modeCheck("alert_rules", t.mode),
    oneOf("alert_rules_kind", t.kind, ALERT_KINDS),
  ],
);

/** One fact that rules told, or would have told if they were not muted. */
export const alerts = pgTable(
  "alerts",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    id: idColumn("alt", "id").notNull(),
    /** The first of its rules; null for a message to one person. */
    ruleId: idColumn("alr", "rule_id"),
    kind: text("kind").$type<ToldKind>().notNull(),
    /** Identifies the fact within its kind, so that it is told once. */
    key: text("key").notNull(),
    title: text("title").notNull(),
    why: text("why").notNull(),
    /** The screen to act on, under the mode, and the words of its link. */
    path: text("path").notNull(),
    action: text("action").notNull(),
    /** When it happened, by the account's clock. */
    at: moment("at").notNull(),
    resolvedAt: moment("resolved_at"),
    muted: boolean("muted").notNull(),
    createdAt: createdColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.id] }),
    unique("alerts_once").on(t.accountId, t.mode, t.kind, t.key),
    index("alerts_rule").on(t.accountId, t.mode, t.ruleId, t.id),
    index("alerts_created").on(t.createdAt),
    index("alerts_open_endpoints")
      .on(t.accountId)
      .where(sql`kind = 'endpoint_failing' and resolved_at is null`),
    modeCheck("alerts", t.mode),
    oneOf("alerts_kind", t.kind, TOLD_KINDS),
  ],
);

/** Alerts by the people who were told, with their read mark. */
export const alertInbox = pgTable(
  "alert_inbox",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    userId: text("user_id").notNull(),
    alertId: idColumn("alt", "alert_id").notNull(),
    /** Whether the person got an e-mail, and so gets another one when it is over. */
    mailed: boolean("mailed").notNull(),
    readAt: moment("read_at"),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.userId, t.alertId] }),
    index("alert_inbox_alert").on(t.accountId, t.mode, t.alertId),
    index("alert_inbox_unread").on(t.accountId, t.mode, t.userId).where(sql`read_at is null`),
    foreignKey({
      name: "alert_inbox_alert_fk",
      columns: [t.accountId, t.mode, t.alertId],
      foreignColumns: [alerts.accountId, alerts.mode, alerts.id],
    }).onDelete("cascade"),
  ],
);

/** When a person gets e-mail about alerts of an account. Times are `HH:MM` in the account's time zone. */
export const alertPreferences = pgTable(
  "alert_preferences",
  {
    accountId: accountColumn(),
    userId: text("user_id").notNull(),
    /** Quiet hours; both or neither. */
    quietFrom: text("quiet_from"),
    quietTo: text("quiet_to"),
    /** The time of the daily digest; null without one. */
    digestAt: text("digest_at"),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.userId] })],
);

/** Accounts whose rules are looked at: a change of what the rules are about makes a row due. */
export const alertWatches = pgTable(
  "alert_watches",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    /** Always `rules`, so that an account has one row per mode. */
    id: text("id").notNull(),
    dueAt: moment("due_at"),
    /** Grows with every change, so that a look that read before it is not the last. */
    wakes: integer("wakes").notNull().default(0),
    /** Whether new outcomes of payments matter: a rule is about the decline rate. */
    rates: boolean("rates").notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.id] }),
    index("alert_watches_due").on(t.dueAt).where(sql`due_at is not null`),
    index("alert_watches_turns").on(t.accountId, t.mode, t.dueAt).where(sql`due_at is not null`),
    modeCheck("alert_watches", t.mode),
  ],
);

/** Slack-compatible incoming webhooks. */
export const alertChannels = pgTable(
  "alert_channels",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    id: idColumn("alc", "id").notNull(),
    name: text("name").notNull(),
    /** The host and the last characters of the address, which is shown once. */
    hint: text("hint").notNull(),
    /** The address, encrypted and bound to the id. */
    url: bytea("url").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: createdColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.id] }),
    modeCheck("alert_channels", t.mode),
  ],
);

/** Messages to these webhooks, written in the transaction of their alert. */
export const alertPosts = pgTable(
  "alert_posts",
  {
    accountId: accountColumn(),
    mode: modeColumn(),
    id: idColumn("alp", "id").notNull(),
    channelId: idColumn("alc", "channel_id").notNull(),
    /** Null for a test. */
    alertId: idColumn("alt", "alert_id"),
    title: text("title").notNull(),
    why: text("why").notNull(),
    url: text("url").notNull(),
    action: text("action").notNull(),
    status: text("status").$type<AlertPostStatus>().notNull().default("queued"),
    attempts: smallint("attempts").notNull().default(0),
    dueAt: moment("due_at"),
    lastError: text("last_error"),
    createdAt: createdColumn(),
    sentAt: moment("sent_at"),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.mode, t.id] }),
    index("alert_posts_due").on(t.dueAt).where(sql`due_at is not null`),
    index("alert_posts_turns").on(t.accountId, t.mode, t.dueAt).where(sql`due_at is not null`),
    index("alert_posts_channel").on(t.accountId, t.mode, t.channelId, t.id),
    index("alert_posts_alert").on(t.accountId, t.mode, t.alertId),
    index("alert_posts_created").on(t.createdAt),
    modeCheck("alert_posts", t.mode),
    oneOf("alert_posts_status", t.status, ALERT_POST_STATUSES),
  ],
);
