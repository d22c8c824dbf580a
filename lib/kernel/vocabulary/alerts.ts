import type { Role } from "./roles.ts";

/** Kinds of alert rules. The database, the rules and the screens use these. */
export const ALERT_KINDS = [
  "approvals_fell",
  "decline_rate",
  "endpoint_failing",
  "endpoint_disabled",
  "disputes_due",
  "payout_returned",
  "settlement_failed",
  "books_disagree",
  "key_new_address",
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Kinds of what people are told in the dashboard. A mention is told to one member, without a rule. */
export const TOLD_KINDS = [...ALERT_KINDS, "mention"] as const;
export type ToldKind = (typeof TOLD_KINDS)[number];

/** Statuses of messages to a Slack-compatible webhook. */
export const ALERT_POST_STATUSES = ["queued", "sent", "failed"] as const;
export type AlertPostStatus = (typeof ALERT_POST_STATUSES)[number];

/** How long a rule can be muted. */
export const MUTE_PERIODS = ["hour", "day", "week", "forever"] as const;
export type MutePeriod = (typeof MUTE_PERIODS)[number];

/** The parameters of a rule; each kind has those of `ALERT_PARAMS`. */
export type AlertParams = {
  /** The decline rate above which it fires, in basis points. */
  rateBps?: number;
  /** Fewer payments in the window never fire. */
  minimum?: number;
  /** Length of the window, or time without a success. */
  hours?: number;
  /** Days before a deadline. */
  days?: number;
  /** The least amount in minor units, with its currency; both or neither. */
  amount?: string;
  currency?: string;
};

/** Windows of a decline rate in hours. */
export const RATE_WINDOWS = [1, 3, 6, 12, 24] as const;
/** Hours without a success after which an endpoint can be reported as failing. */
export const FAILING_HOURS = [1, 6, 24, 48] as const;
export const MOST_REMINDER_DAYS = 14;

/** The parameters of each kind with their first values. */
export const ALERT_PARAMS: Readonly<Record<AlertKind, AlertParams>> = {
  approvals_fell: {},
  decline_rate: { rateBps: 3_000, minimum: 50, hours: 1 },
  endpoint_failing: { hours: 24 },
  endpoint_disabled: {},
  disputes_due: { days: 2 },
  payout_returned: {},
  settlement_failed: {},
  books_disagree: {},
  key_new_address: {},
};

/** Alerts of these kinds are e-mailed at once, also in quiet hours and to readers of a daily digest. */
export const URGENT_ALERTS: readonly AlertKind[] = [
  "approvals_fell",
  "endpoint_disabled",
  "settlement_failed",
  "key_new_address",
];

/** Alerts of these kinds end: they are open until then. */
export const LASTING_ALERTS: readonly AlertKind[] = [
  "approvals_fell",
  "decline_rate",
  "endpoint_failing",
];

type DefaultRule = {
  kind: AlertKind;
  params: AlertParams;
  roles: readonly Role[];
};

/** The rules of a new account, in each mode. */
export const DEFAULT_ALERT_RULES: readonly DefaultRule[] = [
  { kind: "approvals_fell", params: {}, roles: ["owner", "admin"] },
  {
    kind: "endpoint_failing",
    params: { hours: 24 },
    roles: ["owner", "developer"],
  },
  {
    kind: "endpoint_failing",
    params: { hours: 48 },
    roles: ["owner", "developer"],
  },
  {
    kind: "endpoint_disabled",
    params: {},
    roles: ["owner", "admin", "developer"],
  },
  {
    kind: "disputes_due",
    params: { days: 2 },
    roles: ["owner", "finance", "support"],
  },
  { kind: "payout_returned", params: {}, roles: ["owner", "finance"] },
  {
    kind: "settlement_failed",
    params: {},
    roles: ["owner", "finance"],
  },
  { kind: "books_disagree", params: {}, roles: ["owner", "finance"] },
  {
    kind: "key_new_address",
    params: {},
    roles: ["owner", "admin", "developer"],
  },
];
