import type { Id } from "#lib/kernel/ids.ts";
import type { Metadata } from "#lib/kernel/metadata.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { PayeeVerification, PayoutAccount, PayoutRail } from "#lib/rails/index.ts";
import type { Approval } from "./approvals/types.ts";
import type { PayoutStatus } from "./payout-state.ts";

export type PayeeResult = PayeeVerification["result"];

export type Payout = {
  id: Id<"po">;
  accountId: Id<"acct">;
  mode: Mode;
  status: PayoutStatus;
  amountMinor: bigint;
  currency: string;
  beneficiary: PayoutAccount;
  /** Null until the payee was looked up: those of a batch when they are sent. */
  payeeVerification: PayeeResult | null;
  railRequested: PayoutRail;
  rail: PayoutRail;
  /** Why it goes by another rail than was asked for: an ISO 20022 reason code. */
  fallbackReason: string | null;
  reference: string | null;
  endToEndId: string;
  /** Why it failed, or came back: an ISO 20022 reason code. */
  reasonCode: string | null;
  batchId: Id<"pob"> | null;
  batchRow: number | null;
  /** When the money is expected, and once it has landed when it did: `2026-04-13`. */
  arrivalDate: string;
  /** When it was given to `rail`, by the merchant's clock; null while it can be canceled. */
  sentAt: Date | null;
  railReference: string | null;
  railCheckAt: Date | null;
  /** What a second person says of it, or of its batch; null where none is asked. */
  approval: Approval | null;
  /** When it is sent at the earliest once it is approved; null where it needs no approval. */
  notBefore: Date | null;
  metadata: Metadata;
  requestId: Id<"req"> | null;
  createdAt: Date;
};

/** A payout that was checked and can be made. */
export type CheckedPayout = {
  amountMinor: bigint;
  currency: string;
  beneficiary: PayoutAccount;
  rail: PayoutRail;
  reference: string | null;
  /** Null: one is made up. */
  endToEndId: string | null;
  metadata: Metadata;
  /** The first moment to send it at; null: now. */
  notBefore: Date | null;
};
