import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
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

export const apiKeys = pgTable(
  "api_keys",
  {
    accountId: accountColumn().references(() => accounts.id),
    id: idColumn("key", "id").notNull(),
    mode: modeColumn(),
    kind: text("kind").$type<"secret" | "publishable">().notNull(),
    name: text("name").notNull(),
    /** Keyed hash of the whole key: enough to recognise it, useless to a thief. */
    hash: bytea("hash").notNull().unique("api_keys_hash"),
    /** What may be shown again: prefix and last four characters. */
    hint: text("hint").notNull(),
    /** Publishable keys only: they are public by design, so they can be read again. */
    publishableValue: text("publishable_value"),
    /** The dashboard's own key (one per mode): its secret, encrypted, bound to the key's id. */
    managed: boolean("managed").notNull().default(false),
    managedSecret: bytea("managed_secret"),
    /** Null: unrestricted. Otherwise `resource:read` / `resource:write` (decisions §1). */
    scopes: text("scopes").array(),
    /** Null: from anywhere. Otherwise the addresses and CIDR ranges that requests may come from. */
    addresses: text("addresses").array(),
    /** The key this one was made to replace. */
    rotatedFrom: idColumn("key", "rotated_from"),
    createdBy: text("created_by"),
    /** The user who answers for the key since its maker left, or may do less than it. */
    adoptedBy: text("adopted_by"),
    createdAt: createdColumn(),
    expiresAt: moment("expires_at"),
    revokedAt: moment("revoked_at"),
    revokedBy: text("revoked_by"),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index("api_keys_list").on(t.accountId, t.mode, t.id),
    uniqueIndex("api_keys_managed").on(t.accountId, t.mode).where(sql`${t.managed}`),
    modeCheck("api_keys", t.mode),
    oneOf("api_keys_kind", t.kind, ["secret", "publishable"]),
  ],
);

/** Requests per key and hour; rows are added up in batches, off the hot path. */
export const apiKeyUsage = pgTable(
  "api_key_usage",
  {
    accountId: accountColumn(),
    keyId: idColumn("key", "key_id").notNull(),
    hour: moment("hour").notNull(),
    requests: integer("requests").notNull(),
    errors: integer("errors").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.keyId, t.hour] }),
    foreignKey({
      columns: [t.accountId, t.keyId],
      foreignColumns: [apiKeys.accountId, apiKeys.id],
    }),
  ],
);

/** The same by minute, for the last two hours only: "in the last hour" must not mean "since :00". */
export const apiKeyUsageMinutes = pgTable(
  "api_key_usage_minutes",
  {
    accountId: accountColumn(),
    keyId: idColumn("key", "key_id").notNull(),
    minute: moment("minute").notNull(),
    requests: integer("requests").notNull(),
    errors: integer("errors").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.keyId, t.minute] }),
    index("api_key_usage_minutes_minute").on(t.minute),
    foreignKey({
      columns: [t.accountId, t.keyId],
      foreignColumns: [apiKeys.accountId, apiKeys.id],
    }),
  ],
);

/** Requests per key and hour by the version they were answered in and the call they made: what a change
 *  of the account's pin would touch. Kept a month. */
export const apiVersionUsage = pgTable(
  "api_version_usage",
  {
    accountId: accountColumn(),
    keyId: idColumn("key", "key_id").notNull(),
    hour: moment("hour").notNull(),
    version: text("version").notNull(),
    /** Named by the request's own header; otherwise it came from the account's pin. */
    named: boolean("named").notNull(),
    route: text("route").notNull(),
    requests: integer("requests").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.keyId, t.hour, t.version, t.named, t.route] }),
    index("api_version_usage_hour").on(t.hour),
    foreignKey({
      columns: [t.accountId, t.keyId],
      foreignColumns: [apiKeys.accountId, apiKeys.id],
    }),
  ],
);

/** Who uses a key: requests by the address they came from, the program that made them and the version they
 *  were answered in, by minute for two hours and by hour for a month. What a process sees beyond its most
 *  callers of a key goes under `other` (see `usage.ts`), so that no caller can fill the table. */
export const apiKeyCallers = pgTable(
  "api_key_callers",
  {
    accountId: accountColumn(),
    keyId: idColumn("key", "key_id").notNull(),
    per: text("per").$type<"minute" | "hour">().notNull(),
    start: moment("start").notNull(),
    /** Empty when it is not known, as is the client. */
    address: text("address").notNull(),
    client: text("client").notNull(),
    version: text("version").notNull(),
    requests: integer("requests").notNull(),
    errors: integer("errors").notNull(),
    lastAt: moment("last_at").notNull(),
  },
  (t) => [
    primaryKey({
      columns: [t.accountId, t.keyId, t.per, t.start, t.address, t.client, t.version],
    }),
    index("api_key_callers_start").on(t.per, t.start),
    oneOf("api_key_callers_per", t.per, ["minute", "hour"]),
    foreignKey({
      columns: [t.accountId, t.keyId],
      foreignColumns: [apiKeys.accountId, apiKeys.id],
    }),
  ],
);

export const apiKeyLastUse = pgTable(
  "api_key_last_use",
  {
    accountId: accountColumn(),
    keyId: idColumn("key", "key_id").notNull(),
    lastUsedAt: moment("last_used_at").notNull(),
    lastAddress: text("last_address"),
    lastVersion: text("last_version"),
    totalRequests: bigint("total_requests", { mode: "number" }).notNull(),
    totalErrors: bigint("total_errors", { mode: "number" }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.keyId] }),
    foreignKey({
      columns: [t.accountId, t.keyId],
      foreignColumns: [apiKeys.accountId, apiKeys.id],
    }),
  ],
);
