import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";

export type KeyKind = "secret" | "publishable";

/** Everything a restricted key can be limited to; each is `resource:read` or `resource:write`. */
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
] as const;

export type KeyStatus = "active" | "expired" | "revoked";

/** A key as it may be shown: never the secret, which is known only in the moment of its making. */
export type ApiKey = {
  accountId: Id<"acct">;
  id: Id<"key">;
  mode: Mode;
  kind: KeyKind;
  name: string;
  /** Prefix and last four characters. */
  hint: string;
  /** The whole key, of publishable ones only: they are public by design. */
  publishableValue: string | null;
  /** Null: unrestricted. */
  scopes: string[] | null;
  /** Addresses and CIDR ranges that requests may come from. Null: anywhere. */
  addresses: string[] | null;
  rotatedFrom: Id<"key"> | null;
  createdBy: string | null;
  /** The user who answers for it in its maker's place. */
  adoptedBy: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  revokedBy: string | null;
};

/** A key in the one moment when its secret is known. */
export type NewKey = { key: ApiKey; plaintext: string };

export type RateLimits = Readonly<
  Partial<Record<"writes" | "reads" | "lists" | "replays" | "tokenisations", number>>
>;

/** Whom a request's bearer key speaks for, and under which limits. */
export type Bearer = {
  accountId: Id<"acct">;
  mode: Mode;
  keyId: Id<"key">;
  kind: KeyKind;
  /** Null: unrestricted. */
  scopes: readonly string[] | null;
  /** Addresses and CIDR ranges that requests may come from. Null: anywhere. */
  addresses: readonly string[] | null;
  /** The dashboard's own key. */
  managed: boolean;
  /** The account's version pin in this mode (service.md §9.2). */
  pinnedVersion: string;
  /** What an operator granted instead of the defaults of service.md §8, per second. */
  rateLimits: RateLimits | null;
  /** ISO 3166. */
  merchantCountry: string;
  /** How far the account's sandbox clock is ahead; 0 in live mode. */
  clockAheadMs: number;
};

/** A key that is ours, whether or not it still speaks for anybody. */
export type KnownKey = Bearer & { lapsed: boolean };

/** What one key has done, ever. */
export type KeyUse = {
  requests: number;
  errors: number;
  lastUsedAt: Date | null;
  lastAddress: string | null;
  lastVersion: string | null;
};

/** Requests of one key in one slice of time (an hour or a minute). */
export type UseSlice = { from: Date; requests: number; errors: number };

/** Requests answered in a version on a day of the merchant's. */
export type VersionDay = { day: string; version: string; requests: number };

/** How often one key made one call in one version, in the last 24 hours, 7 days and 30 days. */
export type VersionUse = {
  version: string;
  /** Named by the requests' own header; otherwise it came from the account's pin. */
  named: boolean;
  keyId: Id<"key">;
  /** The call's name in the contract (`create_payment`). */
  route: string;
  day: number;
  week: number;
  month: number;
};

/** What the use of a key can be split by. */
export const CALLER_PARTS = ["address", "client", "version"] as const;
export type CallerPart = (typeof CALLER_PARTS)[number];

/** Requests of a key by one address, program or version, in slices of time of equal length. */
export type CallerSeries = {
  /** Empty when it is not known; `other`, beyond what one process tells apart. */
  value: string;
  requests: number;
  errors: number;
  lastAt: Date;
  /** The current slice last. */
  slices: number[];
};

/** One caller of a key over a stretch of time. */
export type Caller = {
  address: string;
  client: string;
  version: string;
  requests: number;
  errors: number;
  /** The hour of its first request in the stretch. */
  firstAt: Date;
  lastAt: Date;
};

/** How often a key made one call, by its name in the contract; both moments are hours. */
export type KeyCall = { route: string; requests: number; firstAt: Date; lastAt: Date };
