import type { Id } from "#lib/kernel/ids.ts";
import type { Metadata } from "#lib/kernel/metadata.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { PayoutRail, PayoutStatus } from "#lib/kernel/vocabulary/payouts.ts";
import type { PayeeVerification, PayoutAccount } from "#lib/rails/index.ts";
import type { Approval } from "./approvals/types.ts";

export type PayeeResult = PayeeVerification["result"];

export type Payout = {
  id: Id<"po">;
  accountId: Id<"acct">;
  mode: Mode;
  status: PayoutStatus;
  amountMinor: bigint;
  currency: string;
  beneficiary: PayoutAccount;
  /** Null until the payee is verified; for payouts of a batch, when they are sent. */
  payeeVerification: PayeeResult | null;
  railRequested: PayoutRail;
  rail: PayoutRail;
  /** Why it uses another rail than requested: an ISO 20022 reason code. */
  fallbackReason: string | null;
  reference: string | null;
  endToEndId: string;
  /** Why it failed or was returned: an ISO 20022 reason code. */
  reasonCode: string | null;
  batchId: Id<"pob"> | null;
  batchRow: number | null;
  /** The expected arrival date, or the actual one once settled: `2026-04-13`. */
  arrivalDate: string;
  /** When it was sent to `rail`, by the merchant's clock; null while it can be canceled. */
  sentAt: Date | null;
  railReference: string | null;
  railCheckAt: Date | null;
  /** The approval of the payout or its batch; null if none is needed. */
  approval: Approval | null;
  /** The earliest time to send it once approved; null if it needs no approval. */
  notBefore: Date | null;
  metadata: Metadata;
  requestId: Id<"req"> | null;
  createdAt: Date;
};

/** A validated payout, ready to be created. */
export type CheckedPayout = {
  amountMinor: bigint;
  currency: string;
  beneficiary: PayoutAccount;
  rail: PayoutRail;
  reference: string | null;
  /** Null: generated from the id. */
  endToEndId: string | null;
  metadata: Metadata;
  /** The earliest time to send it; null: now. */
  notBefore: Date | null;
};
