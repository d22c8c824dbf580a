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
import {
  KEY_KINDS,
  type KeyKind,
  USAGE_SLOTS,
  type UsageSlot,
} from "#lib/kernel/vocabulary/keys.ts";
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
    kind: text("kind").$type<KeyKind>().notNull(),
    name: text("name").notNull(),
    /** Keyed hash of the whole key: recognises it, and is useless to a thief. */
    hash: bytea("hash").notNull().unique("api_keys_hash"),
    /** The part that can be shown again: prefix and last four characters. */
    hint: text("hint").notNull(),
    /** Publishable keys only: they are public by design and can be shown again. */
    publishableValue: text("publishable_value"),
    /** The dashboard's own key (one per mode): its secret, encrypted and bound to the key's id. */
    managed: boolean("managed").notNull().default(false),
    managedSecret: bytea("managed_secret"),
    /** Null: unrestricted. Otherwise `resource:read` / `resource:write` (decisions §1). */
    scopes: text("scopes").array(),
    /** Null: any address. Otherwise the addresses and CIDR ranges from which requests are accepted. */
    addresses: text("addresses").array(),
    /** The key that this one replaces. */
    rotatedFrom: idColumn("key", "rotated_from"),
    createdBy: text("created_by"),
    /** The user responsible for the key since its creator left or lost permissions. */
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
    oneOf("api_keys_kind", t.kind, KEY_KINDS),
  ],
);

/** Requests per key and hour, added in batches off the hot path. */
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

/** Requests per key and minute for the last two hours, so that "in the last hour" does not mean "since :00". */
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

/** Requests per key and hour by version and call: shows what a change of the account's pin would affect. Kept for a
 * month. */
export const apiVersionUsage = pgTable(
  "api_version_usage",
  {
    accountId: accountColumn(),
    keyId: idColumn("key", "key_id").notNull(),
    hour: moment("hour").notNull(),
    version: text("version").notNull(),
    /** Whether the request's header named the version; otherwise it is the account's pin. */
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

/** Users of a key: requests by address, program and version, per minute for two hours and per hour for a month. Each
 * process counts callers beyond a maximum per key under `other` (see `usage.ts`), so that no caller can
 * fill the table. */
export const apiKeyCallers = pgTable(
  "api_key_callers",
  {
    accountId: accountColumn(),
    keyId: idColumn("key", "key_id").notNull(),
    per: text("per").$type<UsageSlot>().notNull(),
    start: moment("start").notNull(),
    /** Empty if unknown, like the client. */
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
    oneOf("api_key_callers_per", t.per, USAGE_SLOTS),
    foreignKey({
      columns: [t.accountId, t.keyId],
      foreignColumns: [apiKeys.accountId, apiKeys.id],
    }),
  ],
);

/** Addresses from which a key was used, to notice a new one. An address that was unused for 30 days counts as new. */
export const apiKeyAddresses = pgTable(
  "api_key_addresses",
  {
    accountId: accountColumn(),
    keyId: idColumn("key", "key_id").notNull(),
    address: text("address").notNull(),
    firstAt: moment("first_at").notNull(),
    /** Exact to the hour. */
    lastAt: moment("last_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.keyId, t.address] }),
    index("api_key_addresses_first").on(t.accountId, t.firstAt),
    index("api_key_addresses_last").on(t.lastAt),
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
