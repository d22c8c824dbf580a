import type { Id } from "#lib/kernel/ids.ts";
import type { Metadata } from "#lib/kernel/metadata.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { BatchFormat, BatchStatus } from "#lib/kernel/vocabulary/payouts.ts";
import type { Approval } from "../approvals/types.ts";
import type { Fault, Faults, Instruction } from "../instruction.ts";

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

/** What a person compares with the file before it is paid; null where it could not be read. */
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
