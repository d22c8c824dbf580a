import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { KeyKind, LimitedBucket } from "#lib/kernel/vocabulary/keys.ts";

/** Resources of scopes; a scope is `resource:read` or `resource:write`. */
export const SCOPE_RESOURCES = [
  "payments",
  "bank_payments",
  "refunds",
  "customers",
  "payment_methods",
  "events",
  "webhook_endpoints",
  "deliveries",
  "replays",
  "balance",
  "settlements",
  "disputes",
  "plans",
  "mandates",
  "subscriptions",
  "invoices",
  "payouts",
  "test",
  "reports",
  "requests",
] as const;

export type KeyStatus = "active" | "expired" | "revoked";

/** A key without its secret, which is known only at creation. */
export type ApiKey = {
  accountId: Id<"acct">;
  id: Id<"key">;
  mode: Mode;
  kind: KeyKind;
  name: string;
  /** Prefix and last four characters. */
  hint: string;
  /** The whole key, for publishable keys only, which are public by design. */
  publishableValue: string | null;
  /** Null: unrestricted. */
  scopes: string[] | null;
  /** IP addresses and CIDR ranges from which it may be used; null: any. */
  addresses: string[] | null;
  rotatedFrom: Id<"key"> | null;
  createdBy: string | null;
  /** The user who is responsible for it in place of its creator. */
  adoptedBy: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  revokedBy: string | null;
};

/** A new key with its plaintext, which is stored nowhere. */
export type NewKey = { key: ApiKey; plaintext: string };

export type RateLimits = Readonly<Partial<Record<LimitedBucket, number>>>;

/** The account, permissions and limits of a request's bearer key. */
export type Bearer = {
  accountId: Id<"acct">;
  mode: Mode;
  keyId: Id<"key">;
  kind: KeyKind;
  /** Null: unrestricted. */
  scopes: readonly string[] | null;
  /** IP addresses and CIDR ranges from which it may be used; null: any. */
  addresses: readonly string[] | null;
  /** Whether it is the managed key. */
  managed: boolean;
  /** The account's version pin in this mode (service.md §9.2). */
  pinnedVersion: string;
  /** Calls per second that an operator granted instead of the defaults of service.md §8. */
  rateLimits: RateLimits | null;
  /** ISO 3166. */
  merchantCountry: string;
  /** How far the account's sandbox clock is ahead; 0 in live mode. */
  clockAheadMs: number;
};

/** An existing key; `lapsed` if it is revoked or expired. */
export type KnownKey = Bearer & { lapsed: boolean };

/** Total use of a key. */
export type KeyUse = {
  requests: number;
  errors: number;
  lastUsedAt: Date | null;
  lastAddress: string | null;
  lastVersion: string | null;
};

/** Requests of one key in one hour or minute. */
export type UseSlice = { from: Date; requests: number; errors: number };

/** Requests answered in a version on a local day. */
export type VersionDay = { day: string; version: string; requests: number };

/** Requests of one key for one route in one version, in the last 24 hours, 7 days and 30 days. */
export type VersionUse = {
  version: string;
  /** Whether the version came from the request's header; otherwise from the account's pin. */
  named: boolean;
  keyId: Id<"key">;
  /** The route's name in the contract (`create_payment`). */
  route: string;
  day: number;
  week: number;
  month: number;
};

/** Requests of a key with one IP address, client or version, in time slices of equal length. */
export type CallerSeries = {
  /** Empty if unknown; `other` beyond the callers that one process distinguishes. */
  value: string;
  requests: number;
  errors: number;
  lastAt: Date;
  /** The current slice last. */
  slices: number[];
};

/** One caller of a key over a period. */
export type Caller = {
  address: string;
  client: string;
  version: string;
  requests: number;
  errors: number;
  /** The hour of its first request in the period. */
  firstAt: Date;
  lastAt: Date;
};

/** Requests of a key for one route, by its name in the contract. Both times are hours. */
export type KeyCall = { route: string; requests: number; firstAt: Date; lastAt: Date };

/** A key that replaced another one, and when it was created. */
export type KeyRotation = { keyId: Id<"key">; name: string; rotatedAt: Date };
