import type { Id } from "#lib/kernel/ids.ts";
import type { Metadata } from "#lib/kernel/metadata.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type {
  ApprovalReason,
  ApprovalState,
  BatchFormat,
  BatchStatus,
  LimitChangeState,
  PayoutRail,
  PayoutStatus,
} from "#lib/kernel/vocabulary/payouts.ts";
import type { PayeeVerification, PayoutAccount } from "#lib/rails/index.ts";
import type { Fault, Faults, Instruction } from "./instruction.ts";

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

/** A request for a second person's approval, and its outcome. */
export type Approval = {
  state: ApprovalState;
  reason: ApprovalReason;
  /** The sum of the payouts that it sends; canceled ones do not count. */
  amountMinor: bigint;
  /** A user's or a key's id. */
  requestedBy: string;
  /** Users who may not decide. */
  excluded: string[];
  /** A user's id; null if nobody decided. */
  decidedBy: string | null;
  decidedAt: Date | null;
  expiresAt: Date;
};

/** An approval with its payout or batch. */
export type PayoutApproval = Approval & {
  /** The id of the payout, or of the batch whose payouts are decided together. */
  id: Id<"po" | "pob">;
  accountId: Id<"acct">;
  mode: Mode;
  currency: string;
  requestId: Id<"req"> | null;
};

/** The approval as a payout or batch contains it. */
export function toApproval({
  amount: amountMinor,
  ...row
}: Omit<Approval, "amountMinor"> & { amount: bigint }): Approval {
  const { state, reason, requestedBy, excluded, decidedBy, decidedAt, expiresAt } = row;
  return { state, reason, amountMinor, requestedBy, excluded, decidedBy, decidedAt, expiresAt };
}

/** A fault of an instruction, or of the whole batch if `row` is null. */
export type BatchError = Omit<Fault, "code"> & { code: string; row: number | null };

export type PayoutBatch = {
  id: Id<"pob">;
  accountId: Id<"acct">;
  mode: Mode;
  status: BatchStatus;
  format: BatchFormat;
  /** Null if none of its instructions has a currency. */
  currency: string | null;
  /** The number of instructions, and the sum of all readable amounts, accepted or not. */
  count: number;
  total: bigint;
  accepted: number;
  /** The sum of the accepted instructions, taken from the payout balance. */
  acceptedTotal: bigint;
  rejected: number;
  settled: number;
  returned: number;
  failed: number;
  canceled: number;
  /** In the order of rows; at most the first 1,000. */
  errors: BatchError[];
  /** The approval of all its payouts; null if none is needed. */
  approval: Approval | null;
  metadata: Metadata;
  requestId: Id<"req"> | null;
  createdAt: Date;
};

/** A row of a batch file as shown before it is paid; null where it could not be read. */
export type SeenRow = {
  name: string | null;
  accountLast4: string | null;
  amountMinor: bigint | null;
  currency: string | null;
};

/** A batch that would be created, with every row of its file. */
export type BatchPreview = {
  batch: PayoutBatch;
  rows: (SeenRow & { row: number; isAccepted: boolean })[];
};

/** An instruction as read, with the faults of reading it. */
export type ReadRow = { instruction: Instruction; faults: Faults };

/** A batch as read: its rows, and the faults of the whole. */
export type ReadBatch = { rows: ReadRow[]; faults: Fault[] };

/** Maximum number of errors stored per batch. */
export const MAX_ERRORS = 1_000;

/** Limits of one person's payouts in a currency without approval. */
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
