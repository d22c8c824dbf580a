import type { Id } from "#lib/kernel/ids.ts";
import type { Metadata } from "#lib/kernel/metadata.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Approval } from "../approvals/types.ts";
import type { Fault, Faults, Instruction } from "../instruction.ts";

export const BATCH_FORMATS = ["json", "csv", "pain.001"] as const;
export type BatchFormat = (typeof BATCH_FORMATS)[number];

/** `validating` is what a batch is during the call that makes it: nobody ever sees it so. */
export const BATCH_STATUSES = ["validating", "rejected", "processing", "completed"] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** Why an instruction was not accepted; row null: why none of them was. */
export type BatchError = Omit<Fault, "code"> & { code: string; row: number | null };

export type PayoutBatch = {
  id: Id<"pob">;
  accountId: Id<"acct">;
  mode: Mode;
  status: BatchStatus;
  format: BatchFormat;
  /** Null when none of its instructions says which. */
  currency: string | null;
  /** Its instructions, and what those with a readable amount add up to, accepted or not. */
  count: number;
  total: bigint;
  accepted: number;
  /** What the accepted ones hold on the payout balance. */
  acceptedTotal: bigint;
  rejected: number;
  settled: number;
  returned: number;
  failed: number;
  canceled: number;
  /** In the order of rows; at most the first thousand. */
  errors: BatchError[];
  /** What a second person says of all its payouts together; null where none is asked. */
  approval: Approval | null;
  metadata: Metadata;
  requestId: Id<"req"> | null;
  createdAt: Date;
};

/** One instruction as it was read, with the faults of reading it. */
export type ReadRow = { instruction: Instruction; faults: Faults };

/** What a batch was read as: its rows, and what is wrong with it as a whole. */
export type ReadBatch = { rows: ReadRow[]; faults: Fault[] };

/** The most errors that are kept of one batch. */
export const MAX_ERRORS = 1_000;
