export const KEY_KINDS = ["secret", "publishable"] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** Lengths of the time slots in which the callers of a key are counted. */
export const USAGE_SLOTS = ["minute", "hour"] as const;
export type UsageSlot = (typeof USAGE_SLOTS)[number];

/** Properties of the caller by which the use of a key can be grouped. */
export const CALLER_PARTS = ["address", "client", "version"] as const;
export type CallerPart = (typeof CALLER_PARTS)[number];

export const SCOPE_VERBS = ["read", "write"] as const;
export type ScopeVerb = (typeof SCOPE_VERBS)[number];

/** States of a pairing: a command line that asks for a key of its own. `collected`: it has received the key. */
export const PAIRING_STATUSES = ["pending", "confirmed", "refused", "collected"] as const;
export type PairingStatus = (typeof PAIRING_STATUSES)[number];

/** Kinds of calls that have a rate limit of their own. */
export const LIMITED_BUCKETS = ["writes", "reads", "lists", "replays", "tokenisations"] as const;
export type LimitedBucket = (typeof LIMITED_BUCKETS)[number];
