/** Soft declines can be retried, hard ones never; `data`: the payer entered something wrong. */
export const DECLINE_KINDS = ["soft", "hard", "data"] as const;
export type DeclineKind = (typeof DECLINE_KINDS)[number];
