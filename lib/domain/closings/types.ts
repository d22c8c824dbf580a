import type { Id } from "#lib/kernel/ids.ts";
import type { Metadata } from "#lib/kernel/metadata.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type {
  ClosingFileKind,
  ClosingStatus,
  CorrectionChange,
} from "#lib/kernel/vocabulary/closings.ts";

/** A month whose files never change again. There is no way back. */
export type MonthClosing = {
  accountId: Id<"acct">;
  id: Id<"mcl">;
  mode: Mode;
  /** `2026-10` */
  month: string;
  timezone: string;
  status: ClosingStatus;
  attempt: number;
  /** The instant of the snapshot that all files show; null until they are made. */
  asOf: Date | null;
  /** SHA-256 over the lines of `hashLines`. */
  sha256: string | null;
  /** The hash and the ledger's last block, signed (`Service-Books-Proof`); null for months that were closed before it was
   *  kept. */
  booksProof: string | null;
  closedBy: string;
  metadata: Metadata;
  createdAt: Date;
  finishedAt: Date | null;
  dueAt: Date | null;
  checks: number;
  checkedAt: Date | null;
  /** False when the last comparison found more differences than are listed. */
  checkComplete: boolean;
};

export type ClosingFile = {
  kind: ClosingFileKind;
  name: string;
  rowCount: number;
  byteCount: number;
  sha256: string;
};

/** A row of a closed file that is different now. */
export type Correction = {
  id: Id<"mcr">;
  closingId: Id<"mcl">;
  mode: Mode;
  kind: ClosingFileKind;
  rowId: string;
  change: CorrectionChange;
  currency: string;
  amountBefore: bigint | null;
  amountNow: bigint | null;
  columns: readonly string[];
  foundAt: Date;
};

export type FoundCorrection = Omit<Correction, "id" | "closingId" | "mode" | "foundAt">;

/** The corrections of one file in one currency, counted and summed. */
export type CorrectionTotal = {
  kind: ClosingFileKind;
  currency: string;
  count: number;
  /** Amounts now less amounts in the closed file. */
  amountMinor: bigint;
};

export type ClosingDetail = {
  closing: MonthClosing;
  files: readonly ClosingFile[];
  totals: readonly CorrectionTotal[];
};
