import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";

/** What one person may pay out in a currency without a second one. */
export type Limits = {
  /** Of one payout, or of all payouts of one batch together. */
  perPayoutMinor: bigint;
  /** Of everything within 24 hours that nobody else has approved. At least `perPayoutMinor`. */
  perDayMinor: bigint;
};

export type PayoutLimit = Limits & { currency: string };

export type LimitChangeState = "pending" | "confirmed" | "refused" | "expired" | "superseded";

/** Limits that somebody wants to raise or (null) switch off. */
export type LimitChange = {
  id: Id<"plc">;
  accountId: Id<"acct">;
  mode: Mode;
  currency: string;
  to: Limits | null;
  state: LimitChangeState;
  /** A user's id, as `decidedBy` is. */
  requestedBy: string;
  decidedBy: string | null;
  expiresAt: Date;
  requestId: Id<"req"> | null;
  createdAt: Date;
};
