import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { LimitChangeState } from "#lib/kernel/vocabulary/payouts.ts";

/** What one person may pay out in a currency without approval. */
export type Limits = {
  /** For one payout, or all payouts of a batch together. */
  perPayoutMinor: bigint;
  /** For all payouts within 24 hours that needed no approval. At least `perPayoutMinor`. */
  perDayMinor: bigint;
};

export type PayoutLimit = Limits & { currency: string };

/** A request to raise limits, or to disable them (`to` null). */
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
